import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { setSingleKeys, useSingleKeys } from '../hooks/keyMeaning.ts'
import './keys-sheet.css'

const keys: [string[], string][] = [
  [["Ctrl '"], 'Run your code'],
  [['Ctrl Enter'], 'Submit'],
  [['Ctrl S'], 'Save'],
  [['Alt ←', 'Alt →'], 'Previous, next'],
  [['Alt G'], 'Flag or unflag'],
  [['A – Z', '1 – 9'], 'Choose an option'],
  [['F6'], 'Next pane'],
  [['Alt T'], 'Announce time left'],
  [['Ctrl F'], 'Search in the code'],
  [['Ctrl Space'], 'Suggest completions'],
  [['Esc', 'Tab'], 'Leave the editor: first Esc, then Tab'],
  [['?'], 'This sheet'],
]

export default function KeysSheet({ onClose }: { onClose: () => void }) {
  const areSingleOn = useSingleKeys()
  return (
    <Modal title="Keys" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className="keys-sheet">
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name} className="kbd">
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="keys-switch">
        <input
          type="checkbox"
          checked={areSingleOn}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        <span>
          Single keys: a letter or digit chooses an option, <kbd className="kbd">?</kbd> opens this sheet.
        </span>
      </label>
      <p>Where Alt or Option with a letter writes a character, Alt G and Alt T do nothing while you type.</p>
      <p>Where holding Esc leaves full screen in your browser, F6 leaves the editor as well.</p>
    </Modal>
  )
}
