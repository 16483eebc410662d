import type { InterviewProgram } from '../program.ts'

/** Containers of the language and of its standard library, iterators and generators. */
export const PYTHON_COLLECTIONS: readonly InterviewProgram[] = [
  {
    name: 'counting words',
    stdin: 'the cat and the hat and the bat',
    source: `
from collections import Counter, OrderedDict, ChainMap, namedtuple
words = Counter(input().split())
print(words.most_common(2), words['dog'], sum(words.values()))
print(words - Counter(the=2), words & Counter(['cat', 'cat']), +Counter(a=-1, b=2))
ordered = OrderedDict(a=1, b=2)
ordered.move_to_end('a')
print(list(ordered), dict(ChainMap({'x': 1}, {'x': 2, 'y': 3})))
Point = namedtuple('Point', 'x y', defaults=[0])
p = Point(3)
print(p, p._replace(y=4), p._asdict(), p.x + p[1], Point(1, 2) < Point(1, 3))`,
  },
  {
    name: 'a double-ended queue',
    source: `
from collections import deque, defaultdict
d = deque([1, 2, 3], maxlen=4)
d.appendleft(0); d.append(4); d.rotate(1)
print(d, d[0], d.pop(), list(reversed(d)), d.index(3))
groups = defaultdict(list)
for word in ['apple', 'avocado', 'bean', 'beet', 'corn']:
    groups[word[0]].append(word)
print(dict(groups), groups['z'], len(groups))
tree = lambda: defaultdict(tree)
t = tree(); t['a']['b']['c'] = 1
print(t['a']['b']['c'], groups)`,
  },
  {
    name: 'comprehensions and slices',
    stdin: '5',
    source: `
n = int(input())
a = list(range(n))
print(a[::-1], a[1:4:2], a[-2:], [x * y for x in a for y in a if x < y][:5], {x % 3 for x in a}, {x: x ** 2 for x in a if x % 2})
a[1:3] = ['x'] * 3
del a[0]
print(a, a.count('x'), [*a, *'ab'], (1,), (), {}, set(), frozenset([1]))
first, *middle, last = range(6)
print(first, middle, last, list(zip('abc', range(2))), sorted('bAc', key=str.lower), list(map(lambda x, y: x + y, [1, 2], [3, 4])))
print({'b': 1} | {'a': 2}, dict(zip('xy', (1, 2))), {1, 2} ^ {2, 3}, any([]), all([]), list(filter(None, [0, 1, '', 'a'])), max('abc', key=ord), min([], default='none'))
matrix = [[1, 2], [3, 4]]
print([list(row) for row in zip(*matrix)], sum(matrix, []), [[0] * 2 for _ in range(2)], list(enumerate('ab', start=1)), [1, 2] * 2, 3 in [1, 2], [1, [2, [3]]] == [1, [2, [3]]])`,
  },
  {
    name: 'itertools',
    source: `
from itertools import permutations, combinations, product, accumulate, groupby, chain, islice, count, cycle, takewhile, dropwhile, pairwise, zip_longest, starmap, repeat, combinations_with_replacement, compress, tee
import operator
print(list(permutations('abc', 2))[:3], list(combinations([1, 2, 3], 2)), list(product('ab', repeat=2)))
print(list(accumulate([1, 2, 3, 4])), list(accumulate([3, 1, 2], max)), list(accumulate([1, 2, 3], operator.mul, initial=1)))
print([(key, len(list(group))) for key, group in groupby('aaabbc')], list(chain([1], [2, 3])), list(chain.from_iterable([[1], [2]])))
print(list(islice(count(10, 5), 3)), [x for x, _ in zip(cycle('ab'), range(5))], list(takewhile(lambda x: x < 3, count())), list(dropwhile(lambda x: x < 3, range(5))))
print(list(pairwise([1, 2, 3])), list(zip_longest([1], [2, 3], fillvalue=0)), list(starmap(pow, [(2, 3), (3, 2)])), list(repeat('x', 2)), list(compress('abc', [1, 0, 1])))
print(len(list(combinations_with_replacement(range(3), 2))), [list(one) for one in tee([1, 2])])`,
  },
  {
    name: 'functools and operator',
    source: `
from functools import reduce, partial, cmp_to_key, total_ordering, wraps, singledispatch, cached_property
from operator import itemgetter, attrgetter, add
print(reduce(lambda a, b: a * b, range(1, 6)), partial(int, base=2)('101'), sorted(['30', '3', '9'], key=cmp_to_key(lambda a, b: -1 if a + b > b + a else 1)))
@total_ordering
class Version:
    def __init__(self, text): self.parts = tuple(map(int, text.split('.')))
    def __eq__(self, other): return self.parts == other.parts
    def __lt__(self, other): return self.parts < other.parts
    def __repr__(self): return 'v' + '.'.join(map(str, self.parts))
print(sorted(map(Version, ['1.10', '1.9', '1.2.3'])), Version('1.0') >= Version('0.9'))
def logged(run):
    @wraps(run)
    def inner(*args, **kwargs):
        print('call', run.__name__, args, kwargs)
        return run(*args, **kwargs)
    return inner
@logged
def area(w, h=2): return w * h
print(area(3, h=4), area.__name__)
@singledispatch
def show(value): return 'other'
@show.register
def _(value: int): return 'int'
@show.register(list)
def _(value): return 'list of ' + ', '.join(map(show, value))
print(show([1, 'a']), sorted([('b', 2), ('a', 2)], key=itemgetter(1, 0)), reduce(add, [[1], [2]]))`,
  },
  {
    name: 'generators and iterators',
    source: `
def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
g = fibonacci()
print([next(g) for _ in range(10)])
def average():
    total = count = 0
    mean = None
    while True:
        value = yield mean
        total += value; count += 1
        mean = total / count
mean = average(); next(mean)
print(mean.send(10), mean.send(20))
def flatten(items):
    for item in items:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item
print(list(flatten([1, [2, [3, [4]]]])))
class Countdown:
    def __init__(self, start): self.now = start
    def __iter__(self): return self
    def __next__(self):
        if self.now == 0: raise StopIteration
        self.now -= 1
        return self.now + 1
print(*Countdown(3), sum(x for x in Countdown(4)), next(iter([]), 'empty'))
def careful():
    try:
        yield 1
    finally:
        print('closed')
c = careful(); next(c); c.close()`,
  },
]
