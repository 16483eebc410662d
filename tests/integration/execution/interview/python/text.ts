import type { InterviewProgram } from '../program.ts'

/** Texts, patterns, numbers, dates and formats. */
export const PYTHON_TEXT: readonly InterviewProgram[] = [
  {
    name: 'regular expressions',
    stdin: 'Call 555-1234 or 555-9876 on 2024-01-15',
    source: String.raw`
import re
text = input()
print(re.findall(r'\d{3}-\d{4}', text), re.sub(r'(\d{3})-(\d{4})', r'\2-\1', text))
found = re.search(r'(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)', text)
print(found.groupdict(), found.span(), found['year'], found.group(0))
print(re.split(r'[,;]\s*', 'a, b;c'), bool(re.fullmatch(r'[a-z]+', 'abc')), re.match(r'x', text), re.compile(r'^\w+', re.M | re.I).findall('One\ntwo'))
print(re.sub(r'\w+', lambda m: m[0].capitalize(), 'the quick fox'), [m.start() for m in re.finditer('o', text)], re.escape('a.b'), re.search(r'(?<=\$)\d+(?!\d)', 'cost $42')[0])`,
  },
  {
    name: 'formats',
    source: String.raw`
value, name = 1234567.891, 'Ann'
print(f'{value:,.2f}|{value:e}|{value:>15.1f}|{value:<12.0f}|{42:08b}|{255:#x}|{0.256:.1%}|{-5:+d}|{name!r:>8}|{name:^9}|{name:*^9}')
print(f'{value=:.1f} {name.upper()=} {{braces}} {"nested"} {3:{5}d}| {1e10} {1e16} {1/3} {0.1 + 0.2} {1e-5} {100.0} {float("inf")} {-0.0}')
print('%s is %d years and %.2f m, %5s|%-5s|%05d|%x %%' % (name, 30, 1.756, 'a', 'b', 42, 255))
print('{0} {1} {0} {k}'.format('x', 'y', k='z'), '{:>5}{:<5}|'.format(1, 2), '{!s} {!r}'.format('a', 'a'), '{:,}'.format(10 ** 9), '{a[0]} {b.real}'.format(a=[1], b=2))
print('a', 'b', sep='-', end='!\n')
print('title case'.title(), 'Swap'.swapcase(), 'x'.center(5, '.'), '7'.zfill(3), ' a b '.split(), 'a,b,'.split(','), 'l\nm'.splitlines(), 'abcabc'.rfind('b'), 'ß'.upper(), 'é'.encode(), 'tab\there'.expandtabs(4))
print('abc' < 'abd', 'a' * 3, 'abc'[::-1], 'x=1;y=2'.replace(';', ' & '), ''.join(sorted('hello')), 'hello'.translate(str.maketrans('el', 'ip')), ord('a'), chr(8364), '12'.isdigit(), 'abc'.removeprefix('a'), repr('it\'s "x"\n'))
import textwrap, string
print(textwrap.fill('the quick brown fox jumps', 10), string.ascii_lowercase[:3], textwrap.dedent('  a\n    b'), string.Template('$who').substitute(who='me'))`,
  },
  {
    name: 'decimal and fractions',
    stdin: '19.99 3',
    source: `
from decimal import Decimal, getcontext, ROUND_HALF_UP, ROUND_DOWN, localcontext
from fractions import Fraction
price, count = input().split()
total = Decimal(price) * int(count)
print(total, total.quantize(Decimal('0.1'), ROUND_HALF_UP), Decimal('2.675').quantize(Decimal('0.01')), Decimal(1) / Decimal(3), Decimal('0.1') + Decimal('0.2'))
with localcontext() as context:
    context.prec = 50
    print(Decimal(2).sqrt())
print(Decimal('1e5'), Decimal('-0.50').normalize(), Decimal(10).ln().quantize(Decimal('1.0000'), ROUND_DOWN), Decimal('12.5').as_tuple(), f'{Decimal("1234.5"):,.2f}')
print(Fraction(3, 6) + Fraction('0.25'), Fraction(1.5), Fraction(22, 7).limit_denominator(5), float(Fraction(1, 3)), sum(Fraction(1, k) for k in range(1, 6)))`,
  },
  {
    name: 'dates',
    stdin: '2024-02-28 2025-03-01',
    source: `
from datetime import date, datetime, timedelta, timezone, time
import calendar
start, end = map(date.fromisoformat, input().split())
print((end - start).days, start + timedelta(days=2), start.weekday(), start.strftime('%A %d %B %Y, %j %U'), start.isocalendar().week, end.replace(month=1))
moment = datetime(2024, 1, 15, 10, 30, tzinfo=timezone.utc)
print(moment.isoformat(), moment.timestamp(), moment + timedelta(hours=20, seconds=5), datetime.strptime('15/01/24 07:05', '%d/%m/%y %H:%M'), timedelta(days=1.5), timedelta(seconds=-1))
print(calendar.isleap(2024), calendar.monthrange(2024, 2)[1], moment.astimezone(timezone(timedelta(hours=2))).time(), min(start, end), repr(time(1, 2)), datetime.fromtimestamp(0, timezone.utc))`,
  },
  {
    name: 'json and csv',
    stdin: '{"name": "Ann", "tags": ["a", null, true], "size": 1.50, "nested": {"é": "ü"}}',
    source: `
import json, csv, io, sys
data = json.loads(input())
print(data, data['nested'], type(data['size']))
print(json.dumps(data), json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(',', ':')))
print(json.dumps({'b': [1, {'c': None}], 'a': (1, 2)}, indent=2))
for text in ['{bad}', '[1,', '']:
    try: json.loads(text)
    except json.JSONDecodeError as error: print(error)
rows = list(csv.DictReader(io.StringIO('name,age\\n"Smith, J",30\\nBob,25\\n')))
print(rows, sum(int(row['age']) for row in rows))
writer = csv.writer(sys.stdout, lineterminator='\\n')
writer.writerow(['a', 'with "quotes"', 'x,y', 5])
try: json.dumps({1, 2})
except TypeError as error: print(error)`,
  },
  {
    name: 'floats, statistics and random numbers with a seed',
    source: `
import random, statistics, math, cmath
random.seed(42)
print(random.random(), random.randint(1, 100), random.choice('abc'), random.sample(range(100), 3), random.shuffle(items := [1, 2, 3, 4]), items, random.gauss(0, 1))
print(statistics.mean([1, 2, 4]), statistics.median([3, 1, 2, 4]), statistics.mode('aab'), statistics.pstdev([1, 2, 3]), statistics.quantiles([1, 2, 3, 4]))
print(math.pi, math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.trunc(-1.7), math.hypot(3, 4), math.log2(8), math.log(100, 10), math.isclose(0.1 + 0.2, 0.3), math.prod([1, 2, 3]), math.dist((0, 0), (3, 4)), math.e ** 2, math.sin(1), math.fsum([0.1] * 10))
print(cmath.sqrt(-1), (1 + 2j) * 3j, abs(3 + 4j), float('nan') == float('nan'), 7 / 2, 1e308 * 10, 0.1 .as_integer_ratio(), (2.5).is_integer(), float.fromhex('0x1.8p1'), int(3.9), 5 .__add__(3))`,
  },
  {
    name: 'copies, identity and scopes',
    source: `
import copy
a = [[1], {'k': [2]}]
shallow, deep = copy.copy(a), copy.deepcopy(a)
a[0].append(9); a[1]['k'].append(8)
print(shallow, deep, a is shallow, a[0] is shallow[0], a == shallow)
def grow(item, items=[]):
    items.append(item)
    return items
print(grow(1), grow(2))
def counter():
    count = 0
    def step():
        nonlocal count
        count += 1
        return count
    return step
c = counter(); c()
print(c(), [f() for f in [lambda i=i: i * 10 for i in range(3)]], (lambda *args, **kwargs: (args, kwargs))(1, b=2))
def strict(a, /, b, *, c=3): return a, b, c
print(strict(1, b=2), strict.__kwdefaults__)
try: strict(a=1, b=2)
except TypeError as error: print(error)
x, y = 1, 2
x, y = y, x
print(x, y, 1 < x < 3, x if x > y else y, not x, x or 0, [] or 'empty', (n := 10) + n, bool('False'), None is None, type(1).__name__, isinstance(True, int), id(a) == id(a))
print([1, 2, 3].__len__(), sum(map(len, ['a', 'bc'])), list(reversed('abc')), ascii('é'), eval('2 + 3'), callable(print), *range(3))`,
  },
]
