import { Button, chakra, Dialog, Text } from '@chakra-ui/react'
import { DialogShell } from './DialogShell.tsx'

interface Props {
  isOpen: boolean
  /** The noun for the record that two people changed: 'drive'. */
  what: string
  /** Who saved it and when, where that is known; null: the same person, in another window. */
  saved?: { who: string | null; when: string } | undefined
  /** The fields that differ: the field's name, one's own value, the other's. */
  rows: readonly (readonly [name: string, mine: string, theirs: string])[]
  /** A sentence that tells what saving one's own does. */
  note: string
  /** The parts of which one's own changes stay in the form if the other state is kept; null: there are none. */
  parts: string | null
  /** Said where they differ in nothing that has a row. */
  otherwise: string
  onMine: () => void
  onTheirs: () => void
  /** Nothing is decided: the form is as it was. */
  onBack: () => void
}

/** Two people changed one record: both states stand side by side, and nothing typed is lost. */
export function ConflictDialog({
  isOpen,
  what,
  saved,
  rows,
  note,
  parts,
  otherwise,
  onMine,
  onTheirs,
  onBack,
}: Props) {
  const isOwn = saved?.who === null
  const theirs = isOwn ? 'what is saved' : 'theirs'
  return (
    <DialogShell role="alertdialog" size="lg" scrolls="whole" isOpen={isOpen} onClose={onBack} cross={null}>
      <Dialog.Header>
        <Dialog.Title textStyle="lg">
          {isOwn ? 'You' : 'Someone else'} changed this {what}{' '}
          {isOwn ? 'in another window' : 'in the meantime'}
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0">
        {saved && (
          <Text mb="1">
            {saved.who === null ? 'You saved it' : `Saved by ${saved.who}`} on {saved.when}.
          </Text>
        )}
        <Text color="fg.muted" mb="3">
          {note}{' '}
          {parts &&
            `If you keep ${theirs}, your changes to ${parts} that ${isOwn ? 'the other window' : 'they'} did not touch stay in the form. `}
          Your changes are not saved yet.
        </Text>
        {rows.length === 0 && <Text>{otherwise}</Text>}
        {rows.length > 0 && (
          <chakra.table
            width="full"
            textStyle="sm"
            css={{
              '& td, & th': {
                p: '1.5',
                textAlign: 'start',
                verticalAlign: 'top',
                overflowWrap: 'anywhere',
              },
              '& thead th': { color: 'fg.muted', fontWeight: '500' },
              // A name stays in whole words; the values have the rest of the width.
              '& tbody th': { fontWeight: '500', overflowWrap: 'normal' },
            }}
          >
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Yours</th>
                <th scope="col">{isOwn ? 'Saved' : 'Theirs'}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, mine, theirs]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{mine}</td>
                  <td>{theirs}</td>
                </tr>
              ))}
            </tbody>
          </chakra.table>
        )}
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <Button variant="ghost" onClick={onBack}>
          Back to the form
        </Button>
        <Button variant="outline" onClick={onTheirs}>
          Keep {theirs}
        </Button>
        <Button onClick={onMine}>Overwrite with mine</Button>
      </Dialog.Footer>
    </DialogShell>
  )
}
