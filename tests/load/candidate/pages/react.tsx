import { createRoot } from 'react-dom/client'

/**
 * The cost of React alone on a page: a heading and a paragraph, without router, styles, fonts or a call to the server.
 */

function Page() {
  return (
    <main>
      <h1>Welcome to Engineering Intake</h1>
      <p>Next come your details and the rules. Your time has not started yet.</p>
    </main>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('react.html has no #root')
createRoot(root).render(<Page />)
