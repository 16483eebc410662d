import type { InterviewProgram } from '../program.ts'

/** Classes, types, exceptions and how a program ends. */
export const PYTHON_CLASSES: readonly InterviewProgram[] = [
  {
    name: 'dataclasses and enums',
    source: `
from dataclasses import dataclass, field, asdict, replace, astuple
from enum import Enum, IntEnum, Flag, auto
from typing import Optional
class Suit(Enum):
    HEARTS = '♥'
    SPADES = '♠'
class Level(IntEnum):
    LOW = 1
    HIGH = 2
class Right(Flag):
    READ = auto()
    WRITE = auto()
@dataclass(order=True)
class Card:
    rank: int
    suit: Suit = field(default=Suit.SPADES, compare=False)
    tags: list = field(default_factory=list, repr=False, compare=False)
    note: Optional[str] = field(default=None, compare=False)
@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0
    def __post_init__(self): object.__setattr__(self, 'x', float(self.x))
print(Card(3), sorted([Card(5), Card(2, Suit.HEARTS)])[0], Card(1) == Card(1, Suit.HEARTS), asdict(Card(1, note='n'))['note'])
print(Point(1), replace(Point(1, 2), y=5), astuple(Point(3)), hash(Point(1)) == hash(Point(1)))
try:
    Point(1).x = 2
except Exception as error:
    print(type(error).__name__, error)
print(Suit('♥').name, list(Suit), Level.LOW < Level.HIGH, Level(2), f'{Level.HIGH}', Right.READ | Right.WRITE, Suit.SPADES.value)`,
  },
  {
    name: 'typing',
    source: `
from __future__ import annotations
from typing import Generic, TypeVar, Protocol, NamedTuple, TypedDict, Callable, Union, Iterable, Any, Literal, get_type_hints
T = TypeVar('T')
class Stack(Generic[T]):
    def __init__(self) -> None: self._items: list[T] = []
    def push(self, item: T) -> Stack[T]: self._items.append(item); return self
    def pop(self) -> T: return self._items.pop()
class Shape(Protocol):
    def area(self) -> float: ...
class Square(NamedTuple):
    side: float
    def area(self) -> float: return self.side ** 2
class Movie(TypedDict, total=False):
    title: str
    year: int
def total(shapes: Iterable[Shape]) -> float: return sum(shape.area() for shape in shapes)
def apply(run: Callable[[int], int | str], value: int = 2) -> Any: return run(value)
print(Stack[int]().push(1).push(2).pop(), total([Square(2), Square(1.5)]), apply(str), Movie(title='M'), Square(3))
print(get_type_hints(apply)['value'], Union[int, str], list[int], Literal['a'])
def kind(value):
    match value:
        case [x, *_] if x > 0: return f'list from {x}'
        case {'type': 'point', 'x': x}: return f'point {x}'
        case str() | bytes(): return 'text'
        case Square(side=s): return f'square {s}'
        case _: return 'other'
print([kind(value) for value in ([3, 4], {'type': 'point', 'x': 1}, 'a', Square(2), 5)])`,
  },
  {
    name: 'special methods and inheritance',
    source: `
from abc import ABC, abstractmethod
class Vector:
    __slots__ = ('x', 'y')
    def __init__(self, x=0, y=0): self.x, self.y = x, y
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def __mul__(self, k): return Vector(self.x * k, self.y * k)
    __rmul__ = __mul__
    def __eq__(self, other): return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)
    def __hash__(self): return hash((self.x, self.y))
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __bool__(self): return bool(self.x or self.y)
    def __getitem__(self, at): return (self.x, self.y)[at]
    def __repr__(self): return f'Vector({self.x!r}, {self.y!r})'
print(Vector(1, 2) + 3 * Vector(1, 1), abs(Vector(3, 4)), bool(Vector()), list(Vector(5, 6)), Vector(1) in {Vector(1)})
class Animal(ABC):
    count = 0
    def __init__(self, name): self.name = name; type(self).count += 1
    @abstractmethod
    def sound(self): ...
    @property
    def label(self): return self.name.title()
    @classmethod
    def make(cls, name): return cls(name)
    @staticmethod
    def legs(): return 4
class Dog(Animal):
    def sound(self): return 'woof'
class Loud:
    def sound(self): return super().sound().upper() + '!'
class LoudDog(Loud, Dog): pass
d = LoudDog.make('rex')
print(d.sound(), d.label, d.legs(), LoudDog.count, Animal.count, [c.__name__ for c in LoudDog.__mro__], isinstance(d, Animal))
try: Animal('x')
except TypeError as error: print('abstract' in str(error))
print(d.__class__.__name__, hasattr(d, 'name'), getattr(d, 'none', 'default'), vars(d), callable(d.sound))`,
  },
  {
    name: 'exceptions, caught and chained',
    source: `
class AppError(Exception):
    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code
def risky(kind):
    try:
        if kind == 0: return 1 / 0
        if kind == 1: return [][1]
        if kind == 2: return {}['key']
        if kind == 3: return int('x1')
        if kind == 4: return 'a' + 1
        if kind == 5: return None.name
        if kind == 6: return undefined
        if kind == 7: raise AppError('own', code=7)
        return 'fine'
    except (ZeroDivisionError, IndexError) as error:
        return f'math: {error}'
    except (KeyError, ValueError, TypeError, AttributeError, NameError) as error:
        return f'{type(error).__name__}: {error}'
    except AppError as error:
        return f'{error} {error.code} {error.args}'
    else:
        return 'never'
    finally:
        print(kind, end=' ')
for kind in range(9): print(risky(kind))
try:
    try: {}['a']
    except KeyError as cause: raise RuntimeError('outer') from cause
except RuntimeError as error: print(repr(error), repr(error.__cause__))
try: raise ExceptionGroup('several', [ValueError('a'), TypeError('b')])
except* ValueError as group: print(group.exceptions)
except* TypeError as group: print(group.message)
try: assert 1 == 2, 'not equal'
except AssertionError as error: print(error)
import contextlib
with contextlib.suppress(KeyError): {}['x']
@contextlib.contextmanager
def tag(name):
    print('<' + name + '>'); yield name.upper(); print('</' + name + '>')
with tag('b') as name: print(name)`,
  },
  {
    name: 'an exception that nobody catches',
    stdin: '0',
    source: `
import sys, atexit
atexit.register(lambda: print('at the end'))
print('before', flush=True)
print(10 // int(input()))`,
  },
  {
    name: 'an exit code of its own',
    source: `
import sys
def main():
    print('partial')
    try:
        sys.exit(3)
    finally:
        print('cleaned up')
if __name__ == '__main__':
    main()`,
  },
  {
    name: 'coroutines',
    source: `
import asyncio
async def work(name, delay):
    await asyncio.sleep(delay)
    print('done', name)
    return name.upper()
async def main():
    print(await asyncio.gather(work('b', 0.3), work('a', 0.1)))
    task = asyncio.create_task(work('c', 0.1))
    try:
        await asyncio.wait_for(work('slow', 5), 0.4)
    except asyncio.TimeoutError:
        print('timed out')
    print(await task)
    queue = asyncio.Queue()
    for item in range(3): queue.put_nowait(item)
    print([await queue.get() for _ in range(3)])
asyncio.run(main())`,
  },
]
