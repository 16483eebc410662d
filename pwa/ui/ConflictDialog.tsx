import { Button, chakra, Dialog, Portal, Text } from '@chakra-ui/react'

interface Props {
  isOpen: boolean
  /** What two people changed: 'drive'. */
  what: string
  /** Where they differ: the field's name, one's own value, the other's. */
  rows: readonly (readonly [name: string, mine: string, theirs: string])[]
  /** What saving one's own does. */
  note: string
  /** Said where they differ in nothing that has a row. */
  otherwise: string
  onMine: () => void
  onTheirs: () => void
}

/** Two people changed one record: both states stand side by side, and nothing typed is lost. */
export function ConflictDialog({ isOpen, what, rows, note, otherwise, onMine, onTheirs }: Props) {
  return (
    <Dialog.Root role="alertdialog" size="lg" placement="center" open={isOpen}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title textStyle="lg">Somebody else changed this {what} meanwhile</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Text color="fg.muted" mb="3">
                {note} Nothing is saved yet.
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
                      <th scope="col">Theirs</th>
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
            <Dialog.Footer>
              <Button variant="outline" onClick={onTheirs}>
                Keep theirs
              </Button>
              <Button onClick={onMine}>Overwrite with mine</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
