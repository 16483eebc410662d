import { Collapsible, Grid, Text } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type DriveSettings, driveSettings } from '#contract/forms/drive.ts'
import type { TypedNumber, TypedSettings } from '#machines/drive/form.ts'
import type { FieldProps } from '#pwa/ui/field/field.ts'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { formatRules, late, leaving } from '../../kit/format/formatRules.ts'

interface Props {
  of: 'drive' | 'assessment'
  settings: TypedSettings
  onChange: (settings: TypedSettings) => void
  /** The error of a field, by its name in the form: 'settings.leave_warnings'. */
  errorOf: (name: string) => string | undefined
  onTouched: (name: string) => void
}

/** The settings that most leave as they are. A closed section says which rules hold; one with an error stays open. */
export function AdvancedSettings({ of, settings, onChange, errorOf, onTouched }: Props) {
  const [isOpen, setOpen] = useState(false)
  const set = (change: Partial<TypedSettings>) => onChange({ ...settings, ...change })
  const plain = { onTouched: () => {} }
  const number = (name: TypedNumber) => ({
    name: `settings.${name}`,
    value: settings[name],
    error: errorOf(`settings.${name}`),
    onChange: (value: number | string) => set({ [name]: value }),
    onTouched: () => onTouched(`settings.${name}`),
  })
  const warnings = number('leave_warnings')
  const minutes = number('max_offline_minutes')
  const days = number('webcam_retention_days')
  const kept = 'settings.results_retention_days'
  const isWrong = !driveSettings.safeParse(settings).success
  return (
    <Collapsible.Root
      open={isOpen || isWrong}
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
        {formatRules(settings)}
      </Text>
      <Collapsible.Content>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
          gap="5"
          px="4"
          pt="2"
          pb="5"
        >
          <SelectField
            {...plain}
            name="leave_policy"
            label="Leaving the test window"
            value={settings.leave_policy}
            choices={leaving}
            onChange={(value) => set({ leave_policy: value as DriveSettings['leave_policy'] })}
          />
          {(settings.leave_policy === 'warn' || warnings.error !== undefined) && (
            <NumberField {...warnings} label="Warnings before the test ends" />
          )}
          <SelectField
            {...plain}
            name="late_policy"
            label="Offline work that arrives after the end"
            value={settings.late_policy}
            choices={late}
            onChange={(value) => set({ late_policy: value as DriveSettings['late_policy'] })}
            help="It is always marked in the report."
          />
          <NumberField {...minutes} label="Longest offline time that can count, in minutes" />
          <NumberField
            {...days}
            label="Keep webcam pictures for, in days"
            isDisabled={!settings.webcam && days.error === undefined}
          />
          <NumberField
            name={kept}
            label="Keep results for, in days"
            help={`So many days after the ${of === 'drive' ? 'drive' : 'test'} they are erased with everything that belongs to them. From 30 to 3650; empty: they are kept for ever.`}
            value={settings.results_retention_days ?? ''}
            error={errorOf(kept)}
            onChange={(days) => set({ results_retention_days: String(days).trim() === '' ? null : days })}
            onTouched={() => onTouched(kept)}
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
              label={`Candidates can see their own report after the ${of === 'drive' ? 'drive' : 'test'}, without the answer key`}
              isTicked={settings.release_reports}
              onTick={(release_reports) => set({ release_reports })}
            />
          </Grid>
        </Grid>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}

interface NumberFieldProps extends FieldProps<number | string> {
  label: string
  help?: string
  isDisabled?: boolean
}

/** A whole number. Text that is none stays as it was typed, so that it can be mended and is never changed unseen. */
function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={String(value)}
      onChange={(text) => onChange(/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)}
    />
  )
}
