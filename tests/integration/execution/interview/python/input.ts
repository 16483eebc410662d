import type { InterviewProgram } from '../program.ts'

/** Standard input, in every way that programs take it. */
export const PYTHON_INPUT: readonly InterviewProgram[] = [
  {
    name: 'input() with a prompt',
    stdin: '3\n4 5',
    source: `
n = int(input('How many? '))
a, b = map(int, input().split())
print(n, a * b, f'{a / b:.3f}')
try:
    input()
    input()
except EOFError as error:
    print(type(error).__name__, error)`,
  },
  {
    name: 'the whole of sys.stdin',
    stdin: '2 3\n1 2 3\n4 5 6',
    source: String.raw`
import sys
data = list(map(int, sys.stdin.read().split()))
height, width, *cells = data
rows = [cells[at * width:(at + 1) * width] for at in range(height)]
print(*('\t'.join(map(str, column)) for column in zip(*rows)), sep='\n')`,
  },
  {
    name: 'lines of sys.stdin',
    stdin: 'pear 3\napple 5\npear 4',
    source: `
import sys
from collections import defaultdict
totals = defaultdict(int)
for line in sys.stdin:
    if not line.strip():
        continue
    name, count = line.rstrip().split()
    totals[name] += int(count)
for name, count in sorted(totals.items(), key=lambda item: (-item[1], item[0])):
    print(name.ljust(8, '.'), count)`,
  },
  {
    name: 'readline under another name',
    stdin: '4\n10\n20\n30\n40',
    source: String.raw`
import sys
input = sys.stdin.readline
n = int(input())
values = [int(input()) for _ in range(n)]
sys.stdout.write(f'{sum(values)} {max(values)}\n')
print(repr(input()), repr(input()))`,
  },
  {
    name: 'bytes of the buffer',
    stdin: 'naïve café 12',
    source: `
import sys, io
raw = sys.stdin.buffer.read()
text = raw.decode()
print(len(raw.strip()), len(text.strip()), text.split()[-1:])
sys.stdout.buffer.write('é\\n'.encode())
sys.stdout.flush()
out = io.StringIO()
print('kept', file=out, end='')
print(out.getvalue(), file=sys.stdout)`,
  },
  {
    name: 'open(0) and fileinput',
    stdin: 'a b\nc d',
    source: `
lines = open(0).read().splitlines()
print(lines, [line.partition(' ') for line in lines if line])
with open('/tmp/interview.txt', 'w') as file:
    file.write('one\\ntwo\\n')
import fileinput, os
for line in fileinput.input('/tmp/interview.txt'):
    print(fileinput.lineno(), line, end='')
os.remove('/tmp/interview.txt')
print(os.path.exists('/tmp/interview.txt'), os.path.join('a', 'b'), os.path.splitext('x.tar.gz'))`,
  },
]
