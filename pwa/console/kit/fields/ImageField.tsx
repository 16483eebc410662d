import { Box, Button, chakra, Field, HStack, Text } from '@chakra-ui/react'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { Picture } from '#pwa/ui/Picture.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { type ImageAsk, imageError, shownAt, uploadImage } from './uploadImage.ts'

interface Props {
  whatFor: ImageAsk
  /** An id of its own, if several such fields stand on one page. */
  id?: string
  label: string
  /** The address as the form has it; null without a picture. */
  url: string | null
  /** null: it has no words of its own. */
  alt: string | null
  /** The server's objection to the picture. */
  error?: string | undefined
  onChange: (change: { url?: string | null; alt?: string }) => void
  /** Saving must wait for a picture that is on its way. */
  onBusy?: (isBusy: boolean) => void
}

/** A picture with its words: uploaded as soon as it is chosen, shown, enlarged by a click, taken away again. */
export function ImageField({ whatFor, id, label, url, alt, error, onChange, onBusy }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const shown = shownAt(url)
  const inputId = id ?? `${whatFor}-image`
  const choose = async (file: File | undefined) => {
    if (!file) return
    const found = imageError(file)
    setWrong(found)
    if (found) return
    setBusy(true)
    onBusy?.(true)
    try {
      onChange({ url: await uploadImage(whatFor, file) })
    } catch (refused) {
      setWrong(refused instanceof Error ? refused.message : String(refused))
    } finally {
      setBusy(false)
      onBusy?.(false)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <Field.Root invalid={(wrong ?? error) !== undefined}>
      <Field.Label htmlFor={inputId}>{label}</Field.Label>
      <HStack gap="2" flexWrap="wrap">
        <chakra.input
          ref={input}
          id={inputId}
          name="image_url"
          type="file"
          srOnly
          accept=".jpg,.jpeg,.png,image/jpeg,image/png"
          tabIndex={-1}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <SteadyButton
          type="button"
          variant="outline"
          loading={isBusy}
          loadingText="Uploading"
          onClick={() => input.current?.click()}
        >
          <ImagePlus aria-hidden />
          {url ? 'Choose another picture' : 'Choose a picture'}
        </SteadyButton>
        {url && (
          <Button
            type="button"
            variant="ghost"
            onClick={() => onChange({ url: null, ...(alt !== null && { alt: '' }) })}
          >
            <Trash2 aria-hidden />
            Remove picture
          </Button>
        )}
        <Text textStyle="xs" color="fg.subtle">
          jpg, jpeg or png, 2 MB at most
        </Text>
      </HStack>
      <Field.ErrorText role="status">{wrong ?? error}</Field.ErrorText>
      {url && (
        <Box display="grid" gap="3" mt="1" width="full" gridTemplateColumns={{ md: 'auto minmax(0, 1fr)' }}>
          {shown ? (
            <Picture src={shown} alt={alt || label} maxHeight="120px" />
          ) : (
            <Text textStyle="sm" color="fg.muted">
              The picture is uploaded. It will be shown once this is saved.
            </Text>
          )}
          {alt !== null && (
            <TextField
              name="image_alt"
              label="Description of the picture"
              help="Alternative text, read by screen readers."
              maxLength={300}
              value={alt}
              onChange={(to) => onChange({ alt: to })}
              onTouched={() => {}}
            />
          )}
        </Box>
      )}
    </Field.Root>
  )
}
