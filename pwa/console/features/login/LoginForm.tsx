import { Button, chakra, HStack } from '@chakra-ui/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { checkLogin, type LoginFields } from './check.ts'
import { LoginField } from './LoginField.tsx'
import { linesOf, type useSignIn } from './useSignIn.ts'

export function LoginForm({ signIn }: { signIn: ReturnType<typeof useSignIn> }) {
  const [fields, setFields] = useState<LoginFields>({ email: '', password: '' })
  const [touched, setTouched] = useState<Partial<Record<keyof LoginFields, true>>>({})
  const [isShown, setShown] = useState(false)
  const [isRemembered, setRemembered] = useState(false)
  const serverSays = useRef<HTMLParagraphElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const faults = checkLogin(fields)
  const refusal = linesOf(signIn.error)

  useEffect(() => {
    if (refusal) serverSays.current?.focus()
  }, [refusal])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched({ email: true, password: true })
    const first = Object.keys(faults)[0]
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else if (!signIn.isPending) signIn.mutate({ ...fields, remember_me: isRemembered })
  }
  const bind = (name: keyof LoginFields) => ({
    name,
    value: fields[name],
    fault: touched[name] ? faults[name] : undefined,
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value })
      if (signIn.error) signIn.reset()
    },
    onTouched: () => fields[name] !== '' && setTouched({ ...touched, [name]: true }),
  })
  return (
    <chakra.form ref={form} onSubmit={submit} noValidate display="grid" gap="4">
      <LoginField {...bind('email')} label="Email" type="email" autoComplete="username" />
      <LoginField
        {...bind('password')}
        label="Password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
      />
      <HStack gap="6" minH="6">
        <Tick label={texts.showPassword} isTicked={isShown} onTick={setShown} />
        <Tick label={texts.rememberMe} isTicked={isRemembered} onTick={setRemembered} />
      </HStack>
      {refusal && (
        <chakra.p
          ref={serverSays}
          role="alert"
          tabIndex={-1}
          color="fg.error"
          whiteSpace="pre-line"
          outline="none"
        >
          {refusal}
        </chakra.p>
      )}
      <Button
        type="submit"
        size="lg"
        mt="2"
        aria-busy={signIn.isPending}
        loading={signIn.isPending}
        loadingText="Login"
      >
        Login
      </Button>
    </chakra.form>
  )
}
