import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { ask } from '../http/ask.ts'
import { typedInPlace } from '../http/queryClient.ts'
import { queryOf } from '../http/queryOf.ts'
import type { TemplateView } from '../views.ts'

interface Options {
  /** null: the organization's defaults. */
  problemId: number | null
  /** After each change that the server took. */
  onChanged?: (() => void) | undefined
}

export interface TemplateGiven {
  id: number | null
  language_id: number
  code: string
  /** The code that a change began with. */
  was?: string | undefined
}

/** Starter code of a problem, or the organization's: read, saved and deleted. */
export function useTemplates({ problemId, onChanged }: Options) {
  const client = useQueryClient()
  const query = useQuery(
    queryOf<{ templates: TemplateView[] }>(
      'getTemplates',
      problemId === null ? {} : { query: { problem_id: problemId } },
    ),
  )
  const done = async (message: string | undefined) => {
    if (message) toastDone(message)
    await client.invalidateQueries({ queryKey: ['getTemplates'] })
    onChanged?.()
  }
  const save = useMutation({
    networkMode: 'always',
    meta: typedInPlace,
    mutationFn: ({ id, language_id, code, was }: TemplateGiven) => {
      const isDefault = problemId === null
      const body = {
        code,
        language_id,
        is_default: isDefault,
        ...(!isDefault && { problem_id: problemId }),
        ...(id !== null && { id, was }),
      }
      const data = id === null ? { body } : { body, params: { id } }
      if (isDefault)
        return ask<{ template: TemplateView }>(
          id === null ? 'postDefaultTemplate' : 'putDefaultTemplate',
          data,
        )
      return ask<{ template: TemplateView }>(id === null ? 'postTemplate' : 'putTemplate', data)
    },
    onSuccess: ({ message }) => done(message),
  })
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => ask('deleteTemplate', { params: { id } }),
    onSuccess: ({ message }) => done(message),
    onError: (fault) => toastError(fault.message),
  })
  return { query, templates: query.data?.templates, save, remove }
}
