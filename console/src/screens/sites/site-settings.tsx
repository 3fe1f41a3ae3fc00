import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './site-screen.module.css'
import { SiteScreen } from './site-screen.tsx'
import { siteChanged, sitesQuery, useSite } from './sites-queries.ts'

/** The name and address of a site, and taking it away. */
export function SiteSettings() {
  const words = useWordsOf('sites')
  return (
    <SiteScreen title={words.settings} lead={words.settingsLead}>
      <General />
      <Unpublishing />
      <Removal />
    </SiteScreen>
  )
}

const at = '/v1/orgs/{organizationId}/sites/{siteId}' as const

function General() {
  const words = useWordsOf('sites')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const { form, changes, isChanged, change, clearSent } = useFormDraft(`site-settings/${site.id}`, {
    title: site.title,
    basename: site.basename ?? '',
    agentsContext: site.agentsContext,
  })
  const save = useMutation({
    mutationFn: (body: typeof changes) => api.patch(at, { params, body }),
    async onSuccess(saved, sent) {
      clearSent(sent)
      await siteChanged(queries, params, saved)
    },
  })
  const problems = refusedFields(save.error, words, ['title', 'basename'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label={words.title}
        value={form.title}
        minLength={2}
        maxLength={128}
        required
        error={problems.of('title')}
        onChange={({ target }) => change({ title: target.value })}
      />
      <Field
        label={words.basename}
        hint={words.basenameHint}
        value={form.basename}
        // A name can be changed and not be taken away.
        required={site.basename !== undefined}
        error={problems.of('basename')}
        onChange={({ target }) => change({ basename: target.value })}
      />
      <Choice
        label={words.agents}
        hint={words.agentsHint}
        value={form.agentsContext}
        options={[
          ['included', words.agentsIncluded],
          ['excluded', words.agentsExcluded],
        ]}
        onChange={({ target }) => change({ agentsContext: target.value === 'excluded' ? 'excluded' : 'included' })}
      />
      {problems.other && <Notice>{problems.other}</Notice>}
      {save.isSuccess && !isChanged && <Notice kind="success">{words.saved}</Notice>}
      <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
        {words.save}
      </Button>
    </form>
  )
}

function Unpublishing() {
  const words = useWordsOf('sites')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const unpublish = useMutation({
    mutationFn: () => api.post(`${at}/unpublish`, { params }),
    onSuccess: (saved) => siteChanged(queries, params, saved),
  })
  if (!site.published) return null
  return (
    <Asked
      title={words.unpublish}
      hint={words.unpublishHint}
      question={words.unpublishQuestion(site.title)}
      work={unpublish}
    />
  )
}

function Removal() {
  const words = useWordsOf('sites')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { site, params } = useSite()
  const remove = useMutation({
    mutationFn: () => api.delete(at, { params }),
    async onSuccess() {
      await navigate({ to: '/o/$organizationId/sites', params })
      queries.removeQueries({ queryKey: ['site', site.id] })
      await queries.invalidateQueries(sitesQuery(params.organizationId))
    },
  })
  return (
    <Asked
      title={words.removeSite}
      hint={words.removeSiteHint}
      question={words.removeSiteQuestion(site.title)}
      work={remove}
    />
  )
}

interface AskedProps {
  title: string
  hint: string
  question: string
  work: { mutate: () => void; isPending: boolean; error: unknown }
}

/** Something that is done only after a question. */
function Asked({ title, hint, question, work }: AskedProps) {
  const words = useWordsOf('sites')
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={title}>
      <p className={styles.lead}>{hint}</p>
      <div className={styles.buttons}>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {title}
        </Button>
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={question} description={hint}>
        {work.error !== null && <Notice>{refusalText(work.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={() => setAsking(false)}>{words.cancel}</Button>
          <Button kind="danger" busy={work.isPending} onClick={() => work.mutate()}>
            {title}
          </Button>
        </DialogButtons>
      </Dialog>
    </Section>
  )
}
