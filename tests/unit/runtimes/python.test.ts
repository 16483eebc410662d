import { beforeAll, describe, expect, it } from 'vitest'
import { pythonRunner, type RunText, testHost } from './support.ts'

let run: RunText
const host = testHost()

beforeAll(async () => {
  run = await pythonRunner(host)
})

const MiB = 1024 * 1024

describe('Python', () => {
  it('reads input and writes output', async () => {
    const result = await run('name = input("? ")\nprint(f"hi {name}")', 'Zoë\n')
    expect(result).toMatchObject({ outcome: 'ok', exitCode: 0, stdout: '? hi Zoë\n', stderr: '' })
  })

  it('sleeps through its host, for as long as asked', async () => {
    host.slept.length = 0
    await run('import time\ntime.sleep(2.5)')
    const slept = host.slept.reduce((sum, milliseconds) => sum + milliseconds, 0)
    // Python asks for a moment on the clock, so a little is already over when it does.
    expect(slept).toBeGreaterThan(2400)
    expect(slept).toBeLessThanOrEqual(2500)
  })

  it('runs coroutines, which wait by sleeping', async () => {
    host.slept.length = 0
    const source = `
import asyncio
async def work(name):
    await asyncio.sleep(0.5)
    return name
async def main():
    print(await asyncio.gather(work(1), work(2)), await asyncio.to_thread(sum, [1, 2]))
    try:
        await asyncio.wait_for(asyncio.Event().wait(), 0.25)
    except TimeoutError:
        print('timed out')
asyncio.run(main())
asyncio.run(asyncio.Event().wait())`
    const result = await run(source)
    expect(result).toMatchObject({ exitCode: 1, stdout: '[1, 2] 3\ntimed out\n' })
    expect(result.stderr).toContain('nothing is left that could wake one')
    expect(Math.max(...host.slept)).toBeGreaterThan(400)
  })

  it('tells its own processor time, in seconds and from its start on', async () => {
    // The engine has worked for others before; each look costs a quarter of a second here.
    let cpuMs = 90_000
    const cpuNowMs = () => {
      cpuMs += 250
      return cpuMs
    }
    const measured = await pythonRunner({ ...testHost(), cpuNowMs })
    const source = `
import os, time
print(time.process_time(), time.process_time(), time.process_time_ns())
before = time.perf_counter()
times = os.times()
print(times.user, times.system, -0.02 < times.elapsed - before < 5)
print(0 <= time.perf_counter() - before < 5, 0 <= time.monotonic() - before < 5)
`
    expect((await measured(source)).stdout.split('\n')).toEqual([
      '0.25 0.5 750000000',
      '1.0 0.0 True',
      'True True',
      '',
    ])
  })

  it('has files, folders and temporary files in memory', async () => {
    const source = `
import os, shutil, tempfile
os.makedirs('a/b')
with open('a/b/c.txt', 'w') as f: f.write('one\\n')
with open('a/b/c.txt', 'a') as f: f.write('two\\n')
os.rename('a/b/c.txt', 'a/d.txt')
print(open('a/d.txt').read().split(), sorted(os.listdir('a')), os.stat('a/d.txt').st_size)
with open('a/d.txt', 'r+b') as f:
    f.seek(-4, 2); f.write(b'TWO'); f.seek(0); print(f.read()); f.truncate(3)
print(open('a/d.txt').read())
try: os.rmdir('a')
except OSError as e: print('not empty')
shutil.rmtree('a')
print(os.path.exists('a'))
with tempfile.TemporaryFile() as f: f.write(b'x'); f.seek(0); print(f.read())
try: open('x', 'x').close(); open('x', 'x')
except FileExistsError: print('exists')
`
    expect((await run(source)).stdout.split('\n')).toEqual([
      "['one', 'two'] ['b', 'd.txt'] 8",
      "b'one\\nTWO\\n'",
      'one',
      'not empty',
      'False',
      "b'x'",
      'exists',
      '',
    ])
  })

  it('bounds files together', async () => {
    const result = await run('open("f", "wb").write(b"x" * (2 << 20))', '', { fileBytes: MiB })
    expect(result.outcome).toBe('runtime_error')
    expect(result.stderr).toContain('No space left')
    const freed =
      'import os\nfor i in range(9):\n  open("f", "wb").write(b"x" * 900_000); os.remove("f")\nprint("ok")'
    expect((await run(freed, '', { fileBytes: MiB })).stdout).toBe('ok\n')
  })

  it('bounds memory, however it is asked for', async () => {
    for (const source of ['b"x" * 10**9', 'a = []\nwhile True: a.append(bytearray(1 << 20))']) {
      const result = await run(source, '', { memoryBytes: 32 * MiB })
      expect(result.outcome).toBe('memory_limit')
      expect(result.memoryBytes).toBeLessThanOrEqual(32 * MiB)
    }
    expect(await run('try: b"x" * 10**9\nexcept MemoryError: print("caught")')).toMatchObject({
      outcome: 'ok',
    })
  })

  it('recurses deeply when told that it may', async () => {
    const source =
      'import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(50_000))'
    expect((await run(source)).stdout).toBe('50000\n')
  })

  it.each([
    ['an error', '1/0', 1],
    ['an exit code', 'exit(9)', 9],
    ['a message on exit', 'exit("bye")', 1],
    ['an abort', 'import os\nos.abort()', 134],
  ])('ends with a runtime error after %s', async (_name, source, exitCode) => {
    expect(await run(source)).toMatchObject({ outcome: 'runtime_error', exitCode })
  })

  it('calls a program that it cannot read a compile error, and not one that reads another', async () => {
    expect(await run('if:')).toMatchObject({ outcome: 'compile_error', exitCode: 1 })
    expect(await run('exec("if:")')).toMatchObject({ outcome: 'runtime_error', exitCode: 1 })
  })

  it('stops a program that writes too much', async () => {
    const result = await run('import sys\nwhile True: sys.stdout.write("x" * 999)', '', { stdoutBytes: 500 })
    expect(result).toMatchObject({ outcome: 'output_limit', stdoutTruncated: true, stdout: 'x'.repeat(500) })
  })
})
