import { resultSort } from '#contract/forms/results.ts'
import type { useListAddress } from '../../address/useListAddress.ts'
import { type ColumnName, columnNames, LOCKED } from './columns.ts'

/** How the results are looked at: sort, filter and columns, all in the address. */
export function useResultView(address: ReturnType<typeof useListAddress>, hasShortlist: boolean) {
  const sort = resultSort.catch('best').parse(address.value('sort'))
  const hidden = address.value('hide').split(',')
  const offered = columnNames.filter((name) => hasShortlist || name !== 'Shortlisted')
  const shown = offered.filter((name) => name === LOCKED || !hidden.includes(name))
  return {
    sort,
    setSort: (to: string) => address.setValue('sort', to === 'best' ? '' : to),
    isShortlistedOnly: hasShortlist && address.value('shortlisted') === 'true',
    setShortlistedOnly: (to: boolean) => address.setValue('shortlisted', to ? 'true' : ''),
    offered,
    shown,
    toggle: (name: ColumnName) => {
      const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]
      address.setValue('hide', offered.filter((one) => !next.includes(one)).join(','))
    },
  }
}
