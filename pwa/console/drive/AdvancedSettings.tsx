import { Collapsible, Grid, Text } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { DriveSettings } from '#contract/forms/drive.ts'
import { NumberField } from '#pwa/ui/field/NumberField.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { late, leaving, rulesInWords } from './settingsWords.ts'

interface Props {
  of: 'drive' | 'assessment'
  settings: DriveSettings
  onChange: (settings: DriveSettings) => void
}

/** What most leave as it is. Closed, it says which rules hold. */
export function AdvancedSettings({ of, settings, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const set = (change: Partial<DriveSettings>) => onChange({ ...settings, ...change })
  const plain = { onTouched: () => {} }
  return (
    <Collapsible.Root
      open={isOpen}
      onOpenChange={(to) => setOpen(to.open)}
      borderWidth="1px"
      borderRadius="l3"
    >
      <Collapsible.Trigger
        px="4"
        minH="44px"
        width="full"
        display="flex"
        alignItems="center"
        gap="2"
        fontWeight="600"
        cursor="pointer"
      >
        <Collapsible.Indicator _open={{ transform: 'rotate(90deg)' }}>
          <ChevronRight size={16} aria-hidden />
        </Collapsible.Indicator>
        Advanced
      </Collapsible.Trigger>
      <Text textStyle="sm" color="fg.muted" ps="10" pe="4" pb="3">
        {rulesInWords(settings)}
      </Text>
      <Collapsible.Content>
        <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="5" px="4" pt="2" pb="5">
          <SelectField
            {...plain}
            name="leave_policy"
            label="Leaving the test’s window"
            value={settings.leave_policy}
            choices={leaving}
            onChange={(value) => set({ leave_policy: value as DriveSettings['leave_policy'] })}
          />
          {settings.leave_policy === 'warn' && (
            <NumberField
              name="leave_warnings"
              label="Warnings before the test ends"
              min={1}
              max={20}
              value={settings.leave_warnings}
              onChange={(leave_warnings) => set({ leave_warnings })}
            />
          )}
          <SelectField
            {...plain}
            name="late_policy"
            label="Work that was made offline in time and came after it"
            value={settings.late_policy}
            choices={late}
            onChange={(value) => set({ late_policy: value as DriveSettings['late_policy'] })}
            help="It is marked in the report in any case."
          />
          <NumberField
            name="max_offline_minutes"
            label="Longest time offline that can count, in minutes"
            min={0}
            max={1440}
            value={settings.max_offline_minutes}
            onChange={(max_offline_minutes) => set({ max_offline_minutes })}
          />
          <NumberField
            name="webcam_retention_days"
            label="Webcam pictures are kept for, in days"
            min={30}
            max={365}
            value={settings.webcam_retention_days}
            isDisabled={!settings.webcam}
            onChange={(webcam_retention_days) => set({ webcam_retention_days })}
          />
          <Grid gap="3" alignContent="end">
            <Tick
              name="webcam"
              label="Take webcam pictures during the test"
              isTicked={settings.webcam}
              onTick={(webcam) => set({ webcam })}
            />
            <Tick
              name="release_reports"
              label={`Candidates may see their own report after the ${of === 'drive' ? 'drive' : 'test'}, without keys`}
              isTicked={settings.release_reports}
              onTick={(release_reports) => set({ release_reports })}
            />
          </Grid>
        </Grid>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
