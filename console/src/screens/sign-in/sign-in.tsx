import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import { Entrance, enter } from './entrance.tsx'
import styles from './sign-in.module.css'
import { beginWithProvider, methodsQuery, sendCode, sendMail } from './sign-in-calls.ts'

const codeLength = 6

/** Signs somebody in: an address, then the code that was mailed to it. */
export function SignIn() {
  const words = useWords()
  const { next } = useSearch({ from: '/sign-in' })
  const [attempt, setAttempt] = useState<{ id: string; email: string }>()
  return (
    <Entrance title={attempt ? words.codeTitle : words.signInTitle}>
      {attempt ? (
        <CodeForm attempt={attempt} next={next} onBack={() => setAttempt(undefined)} />
      ) : (
        <MailForm onSent={setAttempt} />
      )}
    </Entrance>
  )
}

function MailForm({ onSent }: { onSent: (attempt: { id: string; email: string }) => void }) {
  const words = useWords()
  const methods = useQuery(methodsQuery)
  const [email, setEmail] = useState('')
  const mail = useMutation({ mutationFn: sendMail, onSuccess: ({ id }) => onSent({ id, email }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mail.mutate(email)
  }
  const provider = methods.data?.oidc
  const byProvider = provider && <ProviderButton label={provider.label} />
  if (methods.data && !methods.data.mail) return byProvider || <Notice kind="info">{words.signInWithoutMail}</Notice>
  return (
    <form className={styles.form} onSubmit={submit}>
      {byProvider}
      <p className={styles.lead}>{words.signInLead}</p>
      <Field
        label={words.email}
        type="email"
        name="email"
        autoComplete="email"
        required
        autoFocus
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={mail.error ? refusalText(mail.error, words) : undefined}
      />
      <Button kind="primary" type="submit" busy={mail.isPending}>
        {words.sendMail}
      </Button>
    </form>
  )
}

/** Leads to the OpenID Connect provider, which leads back to the screen that ends the sign-in. */
function ProviderButton({ label }: { label: string }) {
  const words = useWords()
  const begin = useMutation({ mutationFn: beginWithProvider, onSuccess: ({ url }) => location.assign(url) })
  return (
    <>
      {begin.error && <Notice>{refusalText(begin.error, words)}</Notice>}
      <Button busy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
        {words.signInWith(label)}
      </Button>
    </>
  )
}

interface CodeFormProps {
  attempt: { id: string; email: string }
  next: string | undefined
  onBack: () => void
}

function CodeForm({ attempt, next, onBack }: CodeFormProps) {
  const words = useWords()
  const [code, setCode] = useState('')
  const check = useMutation({ mutationFn: sendCode, onSuccess: () => enter(next) })
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, codeLength)
    setCode(digits)
    if (digits.length === codeLength && !check.isPending) check.mutate({ id: attempt.id, code: digits })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate({ id: attempt.id, code })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>{words.codeLead(attempt.email)}</p>
      <Field
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        required
        autoFocus
        value={code}
        onChange={({ target }) => type(target.value)}
        error={check.error ? refusalText(check.error, words) : undefined}
        hint={words.codeHint}
      />
      <Button kind="primary" type="submit" busy={check.isPending}>
        {words.signIn}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {words.otherAddress}
      </Button>
    </form>
  )
}
