import { faEye, faKey } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Read } from '../../parts/read.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './site-screen.module.css'
import { type SiteParams, useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth' as const

const authQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId, 'auth'],
    queryFn: ({ signal }) => api.get(at, { params: { ...params }, signal }),
    // The key is a secret, which the console forgets with the screen.
    gcTime: 0,
  })

/** How a system of one's own signs visitors in: the key, an example, and where visitors without a token are sent. */
export function VisitorSignIn() {
  const words = useWordsOf('audience')
  const { site, params } = useSite()
  const auth = useQuery({ ...authQuery(params), enabled: site.permissions.admin })
  if (!site.permissions.admin)
    return (
      <Section title={words.visitorSignIn}>
        <Notice kind="info">{words.onlyAdministrators}</Notice>
      </Section>
    )
  return (
    <Section title={words.visitorSignIn}>
      <p className={styles.lead}>{words.visitorSignInHint}</p>
      <Read of={auth}>{({ privateKey }) => <SigningKey privateKey={privateKey} />}</Read>
      <pre className={styles.code}>
        {example(site.urls.published ?? `${location.origin}/sites/…`, words.exampleHint)}
      </pre>
      {auth.data && <Fallback fallbackURL={auth.data.fallbackURL ?? ''} />}
    </Section>
  )
}

/** Code that signs a token of a visitor, in JavaScript with the library `jose`. */
const example = (address: string, hint: string) => `import { SignJWT } from 'jose'

const key = new TextEncoder().encode(process.env.QUIRE_SITE_KEY)
// ${hint}
const token = await new SignJWT({ plan: 'pro' })
  .setProtectedHeader({ alg: 'HS256' })
  .setIssuedAt()
  .setExpirationTime('1h')
  .sign(key)
response.redirect(\`${address}?jwt_token=\${token}\`)`

function SigningKey({ privateKey }: { privateKey: string }) {
  const words = useWordsOf('audience')
  const queries = useQueryClient()
  const { params } = useSite()
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const renew = useMutation({
    mutationFn: () => api.post(`${at}/regenerate`, { params }),
    onSuccess(auth) {
      queries.setQueryData(authQuery(params).queryKey, auth)
      setAsking(false)
      setShown(true)
    },
  })
  return (
    <>
      {isShown && <CopyField label={words.signingKey} value={privateKey} />}
      <div className={styles.buttons}>
        {!isShown && (
          <Button icon={faEye} onClick={() => setShown(true)}>
            {words.showKey}
          </Button>
        )}
        <Button icon={faKey} onClick={() => setAsking(true)}>
          {words.newKey}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.newKeyQuestion}
        description={words.newKeyHint}
      >
        {renew.error && <Notice>{refusalText(renew.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={() => setAsking(false)}>{words.cancel}</Button>
          <Button kind="danger" busy={renew.isPending} onClick={() => renew.mutate()}>
            {words.newKey}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}

/** The address that visitors without a token are sent to. */
function Fallback({ fallbackURL }: { fallbackURL: string }) {
  const words = useWordsOf('audience')
  const queries = useQueryClient()
  const { params } = useSite()
  const { form, isChanged, change, clearSent } = useFormDraft(`site-fallback/${params.siteId}`, { fallbackURL })
  const save = useMutation({
    mutationFn: ({ fallbackURL }: typeof form) => api.patch(at, { params, body: { fallbackURL: fallbackURL || null } }),
    onSuccess(auth, sent) {
      queries.setQueryData(authQuery(params).queryKey, auth)
      clearSent(sent)
    },
  })
  const problems = refusedFields(save.error, words, ['fallbackURL'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={words.fallback}
        hint={words.fallbackHint}
        type="url"
        placeholder="https://"
        value={form.fallbackURL}
        error={problems.of('fallbackURL')}
        onChange={({ target }) => change({ fallbackURL: target.value })}
      />
      {problems.other && <Notice>{problems.other}</Notice>}
      <Button type="submit" busy={save.isPending} disabled={!isChanged}>
        {words.save}
      </Button>
    </form>
  )
}
