import { Button, chakra, Dialog, Portal, Text } from '@chakra-ui/react'
import type { DriveView } from '#contract/views/drive.ts'
import { type DriveForm, formOf } from '#machines/drive/form.ts'
import { formatDate } from '../../format/dates.ts'

interface Props {
  theirs: DriveView | null
  mine: DriveForm
  onMine: () => void
  onTheirs: () => void
}

const moment = (ms: number | null): string => (ms === null ? '-' : formatDate(new Date(ms)))

/** What differs, in words. */
function differences(mine: DriveForm, theirs: DriveForm): [name: string, mine: string, theirs: string][] {
  const names = (items: readonly { name: string }[]) => items.map((item) => item.name).join(', ') || '-'
  const rows: [string, string, string][] = [
    ['Title', mine.name, theirs.name],
    ['Description', mine.description, theirs.description],
    ['Start Date', moment(mine.start_time), moment(theirs.start_time)],
    ['End Date', moment(mine.end_time), moment(theirs.end_time)],
    ['Question Type', mine.question_type, theirs.question_type],
    ['Problems', names(mine.problems), names(theirs.problems)],
    ['MCQs', names(mine.questions), names(theirs.questions)],
  ]
  return rows.filter(([, one, other]) => one !== other)
}

/** Two people changed one drive: both states stand side by side, and nothing typed is lost. */
export function ConflictDialog({ theirs, mine, onMine, onTheirs }: Props) {
  const rows = theirs ? differences(mine, formOf(theirs)) : []
  return (
    <Dialog.Root role="alertdialog" size="lg" placement="center" open={theirs !== null}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title textStyle="lg">Somebody else changed this drive meanwhile</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Text color="fg.muted" mb="3">
                Saving yours changes only the fields you changed. Nothing is saved yet.
              </Text>
              {rows.length === 0 ? (
                <Text>What differs is in contacts or settings.</Text>
              ) : (
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
                    {rows.map(([name, own, other]) => (
                      <tr key={name}>
                        <th scope="row">{name}</th>
                        <td>{own}</td>
                        <td>{other}</td>
                      </tr>
                    ))}
                  </tbody>
                </chakra.table>
              )}
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" onClick={onTheirs}>
                Go on from theirs
              </Button>
              <Button onClick={onMine}>Save mine</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
