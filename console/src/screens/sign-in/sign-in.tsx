import { faKey } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { hasPasskeys } from '../../api/has-passkeys.ts'
import { NoPasskey, signInWithPasskey } from '../../api/passkeys.ts'
import { storedOrganization } from '../../frame/frame.tsx'
import { base } from '../../page.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { SignOnLink } from '../../parts/sign-on-link.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { storeNext } from '../../parts/stored-next.ts'
import { useWords } from '../../words/words.ts'
import { Entrance, enter, openId, wantedPath } from './entrance.tsx'
import styles from './sign-in.module.css'
import { beginWithProvider, inviteQuery, methodsQuery, sendCode, sendMail } from './sign-in-calls.ts'
import { wantedInvite, wantedOrganization } from './wanted-organization.ts'

const codeLength = 6

/** Signs somebody in: with a passkey or at a provider, or by an address and the code that was mailed to it. */
export function SignIn() {
  const words = useWords()
  const { next } = useSearch({ from: '/sign-in' })
  const [attempt, setAttempt] = useState<{ id: string; email: string }>()
  return (
    <Entrance title={attempt ? words.codeTitle : words.signInTitle}>
      {attempt ? (
        <CodeForm attempt={attempt} next={next} onBack={() => setAttempt(undefined)} />
      ) : (
        <Ways next={next} onSent={setAttempt} />
      )}
    </Entrance>
  )
}

interface WaysProps {
  next: string | undefined
  onSent: (attempt: { id: string; email: string }) => void
}

/** The ways in that this installation, this browser and the organization that the person wants offer. */
function Ways({ next, onSent }: WaysProps) {
  const words = useWords()
  const organizationId = wantedOrganization(wantedPath(next), storedOrganization())
  const { data: methods } = useQuery(methodsQuery(organizationId))
  const { data: invited } = useQuery(inviteQuery(wantedInvite(wantedPath(next))))
  const provider = methods?.oidc
  const byPasskey = methods?.passkeys && hasPasskeys()
  return (
    <div className={styles.form}>
      {invited && <p className={styles.lead}>{words.invitedTo(invited.organization.title)}</p>}
      {provider && <ProviderButton label={provider.label} next={next} />}
      {byPasskey && <PasskeyButton next={next} />}
      {organizationId !== undefined &&
        methods?.singleSignOn.map(({ id, label, startURL }) => (
          <SignOnLink key={id} organizationId={organizationId} address={startURL} next={next ?? `${base}/`}>
            {words.signOnWith(label)}
          </SignOnLink>
        ))}
      {methods?.mail === false ? (
        !provider && methods.singleSignOn.length === 0 && <Notice kind="info">{words.signInWithoutMail}</Notice>
      ) : (
        <MailForm next={next} onSent={onSent} />
      )}
    </div>
  )
}

function MailForm({ next, onSent }: WaysProps) {
  const words = useWords()
  const [email, setEmail] = useState('')
  const mail = useMutation({ mutationFn: sendMail, onSuccess: ({ id }) => onSent({ id, email }) })
  const problems = refusedFields(mail.error, words, ['email'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const path = wantedPath(next)
    mail.mutate({ email, ...(path !== undefined && { next: path }) })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
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
        error={problems.of('email') ?? problems.other}
      />
      <Button kind="primary" type="submit" busy={mail.isPending}>
        {words.sendMail}
      </Button>
    </form>
  )
}

/** Leads to the OpenID Connect provider, which leads back to the screen that ends the sign-in. */
function ProviderButton({ label, next }: { label: string; next: string | undefined }) {
  const words = useWords()
  const begin = useMutation({
    mutationFn: beginWithProvider,
    onSuccess({ url }) {
      storeNext(openId, next)
      location.assign(url)
    },
  })
  return (
    <>
      {begin.error && <Notice>{refusalText(begin.error, words)}</Notice>}
      <Button busy={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
        {words.signInWith(label)}
      </Button>
    </>
  )
}

/** Lets the person choose a passkey of theirs; nobody types an address for that. */
function PasskeyButton({ next }: { next: string | undefined }) {
  const words = useWords()
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => enter(next) })
  const { error } = passkey
  return (
    <>
      {error && <Notice>{error instanceof NoPasskey ? words.noPasskeyChosen : refusalText(error, words)}</Notice>}
      <Button icon={faKey} busy={passkey.isPending || passkey.isSuccess} onClick={() => passkey.mutate()}>
        {words.signInWithPasskey}
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
  const problems = refusedFields(check.error, words, ['code'])
  // A code works once; after that the next page is on its way.
  const isBusy = check.isPending || check.isSuccess
  const send = (digits: string) => {
    if (!isBusy) check.mutate({ id: attempt.id, code: digits })
  }
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, codeLength)
    setCode(digits)
    if (digits.length === codeLength) send(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
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
        error={problems.of('code') ?? problems.other}
        hint={words.codeHint}
      />
      <Button kind="primary" type="submit" busy={isBusy}>
        {words.signIn}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {words.otherAddress}
      </Button>
    </form>
  )
}
