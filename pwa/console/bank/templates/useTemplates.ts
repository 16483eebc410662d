import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { typedInPlace } from '../../kit/cache/queryClient.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'

interface Options {
  /** null: the organization's defaults. */
  problemId: number | null
  /** Is given each change as it is sent. */
  onChange?: ((call: Promise<unknown>) => void) | undefined
}

export interface TemplateGiven {
  id: number | null
  language_id: number
  code: string
  /** The code that a change began with. */
  was?: string | undefined
}

/** Starter code of a problem, or the organization's: read, saved and deleted. */
export function useTemplates({ problemId, onChange }: Options) {
  const client = useQueryClient()
  const query = useQuery(
    queryOf('getTemplates', problemId === null ? {} : { query: { problem_id: problemId } }),
  )
  const done = async (message: string | undefined) => {
    if (message) toastDone(message)
    await client.invalidateQueries({ queryKey: ['getTemplates'] })
  }
  const told = <T>(call: Promise<T>): Promise<T> => {
    onChange?.(call)
    return call
  }
  const save = useMutation({
    networkMode: 'always',
    meta: typedInPlace,
    mutationFn: ({ id, language_id, code, was }: TemplateGiven) => {
      const changed = { code, language_id, is_default: problemId === null, ...(id !== null && { id, was }) }
      const params = id === null ? null : { id }
      if (problemId === null)
        return params
          ? request('putDefaultTemplate', { params, body: changed })
          : request('postDefaultTemplate', { body: changed })
      const body = { ...changed, problem_id: problemId }
      return told(params ? request('putTemplate', { params, body }) : request('postTemplate', { body }))
    },
    onSuccess: ({ message }) => done(message),
  })
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => told(request('deleteTemplate', { params: { id } })),
    onSuccess: ({ message }) => done(message),
    onError: (error) => toastError(error.message),
  })
  return { query, templates: query.data?.templates, save, remove }
}
