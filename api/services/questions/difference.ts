import type { View } from './questionView.ts'

/** What audit shows of a question. Addresses of pictures are signed anew each time: only their paths count. */
export const summaryOf = (view: View) => ({
  description: view.description,
  image: pathOf(view.image_url),
  image_alt: view.image_alt,
  is_multi_select: view.is_multi_select,
  difficulty: view.difficulty,
  tags: view.tags,
  marks: view.marks,
  time_in_seconds: view.time_in_seconds,
  options: view.options.map(({ id, description, is_answer, image_url }) => ({
    id,
    description,
    is_answer,
    image: pathOf(image_url),
  })),
})

const pathOf = (url: string | null): string | null => url?.split('?', 1)[0] ?? null

/** Only what differs, before and after; null where nothing does. */
export function differenceOf(before: View, now: View) {
  const fresh = new Map<string, unknown>(Object.entries(summaryOf(now)))
  const changed = Object.entries(summaryOf(before)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(fresh.get(name)),
  )
  if (changed.length === 0) return null
  return {
    before: Object.fromEntries(changed),
    after: Object.fromEntries(changed.map(([name]) => [name, fresh.get(name)])),
  }
}
