import type { NewQuestionBody } from '#contract/forms/question.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../kit/errors.ts'
import { imageKeyOf } from '../images.ts'

/** The pictures that a form names, found before the transaction: looking into the storage takes turns of its own. */
export interface Pictures {
  /** undefined: the form does not speak of it. */
  question: string | null | undefined
  /** By the options' places. */
  options: (string | null | undefined)[]
}

type Named = Partial<Pick<NewQuestionBody, 'image_url' | 'options_attributes'>>

/**
 * @param kept keys the question has already
 * @throws DomainError invalid at the field whose address names no picture of this organization
 */
export async function questionPictures(
  ctx: Context,
  organizationId: number,
  body: Named,
  kept: ReadonlySet<string> = new Set(),
): Promise<Pictures> {
  const find = (field: string, address: string | null | undefined) =>
    address === undefined
      ? undefined
      : imageKeyOf(ctx, organizationId, address, kept).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
          throw new DomainError('invalid', error.message, { errors: { [field]: [error.message] } })
        })
  return {
    question: await find('image_url', body.image_url),
    options: await Promise.all(
      (body.options_attributes ?? []).map((option, index) =>
        find(`options_attributes.${index}.image_url`, option._destroy ? undefined : option.image_url),
      ),
    ),
  }
}
