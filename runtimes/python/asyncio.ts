/**
 * The file asyncio.py beside a program: the first to be found when the program imports asyncio. It puts the library's own
 * package in its place, with an event loop that waits by sleeping: the usual one wakes itself through a socket, and there
 * are none here.
 */
export const ASYNCIO_FILE = 'asyncio.py'

export const ASYNCIO_SOURCE = `import sys
_here = sys.path.pop(0)
del sys.modules['asyncio']
import asyncio, selectors, time
sys.path.insert(0, _here)
class _Selector(selectors.SelectSelector):
    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError('every task waits, and nothing is left that could wake one')
        if timeout > 0:
            time.sleep(timeout)
        return []
class _Loop(asyncio.SelectorEventLoop):
    def __init__(self):
        super().__init__(_Selector())
    def _make_self_pipe(self):
        self._internal_fds = 0
    def _close_self_pipe(self):
        pass
    def _write_to_self(self):
        pass
    def run_in_executor(self, executor, run, *args):
        future = self.create_future()
        try:
            future.set_result(run(*args))
        except Exception as error:
            future.set_exception(error)
        return future
class _Policy(asyncio.DefaultEventLoopPolicy):
    _loop_factory = _Loop
asyncio.set_event_loop_policy(_Policy())
`
