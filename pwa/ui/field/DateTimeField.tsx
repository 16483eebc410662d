import { DatePicker, Field, HStack, NativeSelect, Portal, parseDate } from '@chakra-ui/react'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { dayOf, dayTyped, joined, minuteOf, minutesOfDay } from './dayAndMinute.ts'
import { type FieldProps, fieldBorder } from './field.ts'

interface Props extends FieldProps<number | null> {
  label: string
  help?: string
  isDisabled?: boolean
  /** Times before this are not offered; milliseconds since 1970. */
  from: number
}

/** 'dd/MM/yyyy' */
const format = (date: { day: number; month: number; year: number }): string =>
  `${String(date.day).padStart(2, '0')}/${String(date.month).padStart(2, '0')}/${date.year}`

const parse = (typed: string) => {
  const day = dayTyped(typed)
  return day === null ? undefined : parseDate(day)
}

/** The error of a typed day that the field cannot read and does not take; the form tells of a day that does not fit. */
const unreadable = (typed: string): string | undefined =>
  typed.trim() === '' || parse(typed) ? undefined : `"${typed.trim()}" is not a date. Use dd/MM/yyyy.`

/** A day from the calendar or typed as dd/MM/yyyy or dd-MM-yyyy, and a time in steps of 15 minutes; in the reader's time zone. */
export function DateTimeField({
  label,
  help,
  error,
  name,
  value,
  from,
  isDisabled,
  onChange,
  onTouched,
}: Props) {
  const day = value === null ? null : dayOf(value)
  const minute = value === null ? null : minuteOf(value)
  const first = dayOf(from)
  const isFirstDay = day === first
  // A day taken out and put in again has the time of day it had.
  const lastMinute = useRef(minute ?? '00:00')
  if (minute !== null) lastMinute.current = minute
  const [unread, setUnread] = useState<string>()
  const shownError = unread ?? error
  return (
    <Field.Root invalid={shownError !== undefined} disabled={isDisabled}>
      <Field.Label>{label}</Field.Label>
      <HStack gap="2" width="full" align="start">
        <DatePicker.Root
          size="lg"
          width="full"
          // It gives way where the form is narrower than its input is of itself.
          minW="0"
          locale="en-GB"
          positioning={{ placement: 'bottom-start' }}
          format={format}
          parse={parse}
          // Not as its least day: that would be put in the place of an earlier one that was typed, without a word.
          isDateUnavailable={(date) => date.toString() < first}
          value={day === null ? [] : [parseDate(day)]}
          disabled={isDisabled}
          invalid={shownError !== undefined}
          onValueChange={(to) => {
            const [chosen] = to.value
            setUnread(undefined)
            onChange(chosen ? joined(chosen.toString().slice(0, 10), lastMinute.current) : null)
            onTouched()
          }}
        >
          <DatePicker.Control>
            <DatePicker.Input
              name={name}
              aria-label={`${label}: day, dd/MM/yyyy`}
              placeholder="dd/MM/yyyy"
              textStyle="md"
              bg="bg"
              borderColor={fieldBorder(shownError)}
              // A day that is typed whole is taken at once: whoever leaves the page in the field has it in the draft.
              onInput={({ currentTarget: { value: typed } }) => {
                const whole = typed.length === 'dd/MM/yyyy'.length ? dayTyped(typed) : null
                if (whole !== null) onChange(joined(whole, lastMinute.current))
              }}
              onBlur={(event) => {
                setUnread(unreadable(event.currentTarget.value))
                onTouched()
              }}
            />
            <DatePicker.IndicatorGroup>
              <DatePicker.Trigger aria-label={`${label}: open the calendar`}>
                <CalendarDays size={16} aria-hidden />
              </DatePicker.Trigger>
            </DatePicker.IndicatorGroup>
          </DatePicker.Control>
          <Portal>
            <DatePicker.Positioner>
              <DatePicker.Content>
                <DatePicker.View view="day">
                  <DatePicker.Header />
                  <DatePicker.DayTable />
                </DatePicker.View>
                <DatePicker.View view="month">
                  <DatePicker.Header />
                  <DatePicker.MonthTable />
                </DatePicker.View>
                <DatePicker.View view="year">
                  <DatePicker.Header />
                  <DatePicker.YearTable />
                </DatePicker.View>
              </DatePicker.Content>
            </DatePicker.Positioner>
          </Portal>
        </DatePicker.Root>
        <NativeSelect.Root size="lg" width="112px" flexShrink="0" disabled={isDisabled || day === null}>
          <NativeSelect.Field
            aria-label={`${label}: time`}
            value={minute ?? ''}
            bg="bg"
            borderColor={fieldBorder(shownError)}
            onChange={(event) => day !== null && onChange(joined(day, event.target.value))}
            onBlur={onTouched}
          >
            {minutesOfDay(minute).map((one) => (
              <option
                key={one}
                value={one}
                disabled={isFirstDay && joined(day ?? '', one) < from && one !== minute}
              >
                {one}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </HStack>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <Field.ErrorText role="status">{shownError}</Field.ErrorText>
    </Field.Root>
  )
}
