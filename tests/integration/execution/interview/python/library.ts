import type { InterviewProgram } from '../program.ts'

/** Other modules of the standard library that programs take. */
export const PYTHON_LIBRARY: readonly InterviewProgram[] = [
  {
    name: 'hashes and encodings',
    source: `
import hashlib, base64, binascii, zlib, uuid, struct, hmac
print(hashlib.sha256(b'abc').hexdigest()[:16], hashlib.md5('é'.encode()).hexdigest(), base64.b64encode(b'hello').decode(), base64.b64decode('aGk='))
print(zlib.crc32(b'abc'), binascii.hexlify(b'ab'), uuid.uuid5(uuid.NAMESPACE_DNS, 'example.org'), struct.pack('>Hi', 1, -2), struct.unpack('<I', b'\\x01\\0\\0\\0'), hmac.new(b'k', b'm', 'sha1').hexdigest()[:8])
print(zlib.decompress(zlib.compress(b'x' * 100)) == b'x' * 100, bytes.fromhex('ff00'), bytearray(b'ab') + b'c', b'abc'[0], int.from_bytes(b'\\x01\\x00', 'big'), (258).to_bytes(2, 'little'))`,
  },
  {
    name: 'arrays, heaps and queues',
    stdin: '5 1 4',
    source: `
from array import array
from queue import PriorityQueue, Queue, LifoQueue
import heapq
numbers = array('i', map(int, input().split()))
numbers.append(7)
print(numbers, numbers.itemsize, sum(numbers), numbers.tolist())
queue = PriorityQueue()
for number in numbers: queue.put((-number, str(number)))
print([queue.get()[1] for _ in range(queue.qsize())], queue.empty())
heap = list(numbers)
heapq.heapify(heap)
print(heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 9), heap, list(heapq.merge([1, 4], [2, 3])))
stack = LifoQueue(); stack.put(1); stack.put(2)
print(stack.get(), memoryview(b'abc')[1], bytes(3))`,
  },
  {
    name: 'printing what is nested',
    source: `
from pprint import pprint, pformat
data = {'name': 'x' * 30, 'list': list(range(25)), 'inner': {'b': [1, 2, {'c': 'd' * 40}], 'a': None}}
pprint(data)
pprint(data, width=40, depth=2)
print(pformat([['a'] * 3] * 2))
ring = [1]; ring.append(ring)
print(ring, {'self': ring}, (1, [2, (3,)]), {1: {2: {3: {}}}}, [None, True, 1.0, 'q"\\'', b'x'])
print(str(Exception('e')), repr(Exception('e', 1)), [print], sep='|') if False else print(str(Exception('e')), repr(Exception('e', 1)))`,
  },
  {
    name: 'time and what took it',
    source: `
import time, timeit
started = time.perf_counter()
time.sleep(0.02)
took = time.perf_counter() - started
print(0.015 < took < 2, time.time() > 1_600_000_000, time.process_time() >= 0, time.strftime('%Y-%m-%d', time.gmtime(0)), timeit.timeit('1 + 1', number=10) < 1)
print(time.monotonic() <= time.monotonic(), time.gmtime(86400).tm_mday)`,
  },
  {
    name: 'a test of its own',
    source: `
import unittest, sys
def slug(text): return '-'.join(text.lower().split())
class SlugTest(unittest.TestCase):
    def test_words(self): self.assertEqual(slug('Hello Big World'), 'hello-big-world')
    def test_empty(self): self.assertEqual(slug(''), '')
    def test_raises(self):
        with self.assertRaises(AttributeError): slug(None)
result = unittest.TextTestRunner(stream=sys.stderr).run(unittest.defaultTestLoader.loadTestsFromTestCase(SlugTest))
print(result.testsRun, len(result.failures), result.wasSuccessful())
import doctest
def double(x):
    """Twice x.

    >>> double(2)
    4
    """
    return x * 2
print(doctest.testmod())`,
  },
  {
    name: 'what a program knows of itself',
    source: `
import sys, os, inspect, types, weakref, gc
print(__name__, sys.version_info >= (3, 11), sys.maxsize > 2 ** 30, sys.byteorder, len(sys.argv), os.sep, os.environ.get('NOT_SET', 'none'))
def f(a, b: int = 2, *args, **kwargs) -> str: "Says nothing."
print(inspect.signature(f), f.__doc__, f.__annotations__, f.__defaults__, f.__code__.co_varnames)
print(types.SimpleNamespace(x=1), type('Made', (), {'v': 5})().v, sys.getsizeof([]) > 0, [name for name in dir([]) if name.startswith('ap')])
class Held: pass
held = Held(); ref = weakref.ref(held); del held; gc.collect()
print(ref() is None, sorted(vars(types.SimpleNamespace(b=1, a=2))), globals()['__name__'], 'f' in globals())`,
  },
]
