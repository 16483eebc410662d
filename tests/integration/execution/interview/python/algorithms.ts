import type { InterviewProgram } from '../program.ts'

/** Heaps, graphs, tables, searching, and recursion as deep as people go. */
export const PYTHON_ALGORITHMS: readonly InterviewProgram[] = [
  {
    name: 'shortest paths with a heap',
    stdin: '5 6\n0 1 4\n0 2 1\n2 1 2\n1 3 1\n2 3 5\n3 4 3',
    source: `
import heapq, math
n, m = map(int, input().split())
graph = {node: [] for node in range(n)}
for _ in range(m):
    a, b, weight = map(int, input().split())
    graph[a].append((b, weight))
best = [math.inf] * n
best[0] = 0
queue = [(0, 0)]
while queue:
    cost, node = heapq.heappop(queue)
    if cost > best[node]:
        continue
    for to, weight in graph[node]:
        if cost + weight < best[to]:
            best[to] = cost + weight
            heapq.heappush(queue, (best[to], to))
print(best, math.inf, heapq.nsmallest(2, best), heapq.nlargest(2, best))`,
  },
  {
    name: 'recursion ten thousand deep',
    stdin: '10000',
    source: `
import sys
sys.setrecursionlimit(20000)
n = int(input())
def total(k):
    return 0 if k == 0 else k + total(k - 1)
print(total(n))
children = {k: [k + 1] for k in range(n)}
seen = set()
def visit(node):
    seen.add(node)
    for child in children.get(node, []):
        if child not in seen:
            visit(child)
visit(0)
print(len(seen))
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
    def length(self):
        return 1 + (self.next.length() if self.next else 0)
head = None
for value in range(n):
    head = Node(value, head)
print(head.length())`,
  },
  {
    name: 'memoised recursion',
    stdin: '400',
    source: `
import sys
from functools import lru_cache, cache
sys.setrecursionlimit(10000)
@lru_cache(maxsize=None)
def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)
print(ways(int(input())) % 1000000007, ways.cache_info().currsize)
@cache
def distance(a, b):
    if not a or not b:
        return len(a) + len(b)
    return min(distance(a[1:], b) + 1, distance(a, b[1:]) + 1, distance(a[1:], b[1:]) + (a[0] != b[0]))
print(distance('kitten', 'sitting'), distance('sunday', 'saturday'))`,
  },
  {
    name: 'recursion without an end, caught',
    source: `
import sys
def down(n):
    return down(n + 1)
try:
    down(0)
except RecursionError as error:
    print(type(error).__name__, 'maximum recursion depth exceeded' in str(error), sys.getrecursionlimit())`,
  },
  {
    name: 'searching with bisect',
    stdin: '1 3 3 5 9\n3 4 10',
    source: `
from bisect import bisect_left, bisect_right, insort
values = list(map(int, input().split()))
for wanted in map(int, input().split()):
    print(wanted, bisect_left(values, wanted), bisect_right(values, wanted), wanted in values)
insort(values, 4)
print(values, bisect_left(['ann', 'bob'], 3, key=len))`,
  },
  {
    name: 'a table of partial answers',
    stdin: '11\n1 2 5',
    source: `
amount = int(input())
coins = [*map(int, input().split())]
fewest = [0] + [amount + 1] * amount
for value in range(1, amount + 1):
    fewest[value] = min((fewest[value - coin] + 1 for coin in coins if coin <= value), default=amount + 1)
print(fewest[amount] if fewest[amount] <= amount else -1)
a, b = 'AGGTAB', 'GXTXAYB'
table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
for i, x in enumerate(a, 1):
    for j, y in enumerate(b, 1):
        table[i][j] = table[i - 1][j - 1] + 1 if x == y else max(table[i - 1][j], table[i][j - 1])
print(table[-1][-1], *table[2])`,
  },
  {
    name: 'a flood through a grid',
    stdin: '3 4\n11.1\n1..1\n.111',
    source: `
from collections import deque
height, width = map(int, input().split())
grid = [list(input()) for _ in range(height)]
def flood(y, x):
    queue, size = deque([(y, x)]), 0
    grid[y][x] = '.'
    while queue:
        y, x = queue.popleft()
        size += 1
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            a, b = y + dy, x + dx
            if 0 <= a < height and 0 <= b < width and grid[a][b] == '1':
                grid[a][b] = '.'
                queue.append((a, b))
    return size
print(sorted((flood(y, x) for y in range(height) for x in range(width) if grid[y][x] == '1'), reverse=True))`,
  },
  {
    name: 'a sieve and numbers',
    stdin: '50',
    source: `
import math
n = int(input())
sieve = bytearray([1]) * (n + 1)
sieve[:2] = b'\\0\\0'
for p in range(2, math.isqrt(n) + 1):
    if sieve[p]:
        sieve[p * p::p] = bytes(len(range(p * p, n + 1, p)))
print([p for p, is_prime in enumerate(sieve) if is_prime])
print(math.gcd(84, 36), math.lcm(4, 6), math.comb(10, 3), math.factorial(20), pow(3, -1, 7), pow(2, 100, 97), divmod(-7, 2), -7 // 2, -7 % 3)
print(2 ** 200, (10 ** 40).bit_length(), bin(10), hex(255), int('ff', 16), int('-101', 2), round(2.5), round(-1.567, 2))`,
  },
]
