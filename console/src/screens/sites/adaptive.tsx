import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, Refused } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { Switch } from '../../parts/field.tsx'
import { fieldProblem, type Problem } from '../../parts/field-problems.ts'
import { Section } from '../../parts/screen.tsx'
import { Failure, Notice, problemText, refusalOf, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import type { WordsOf } from '../../words/areas.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './adaptive.module.css'
import { JsonSource } from './json-source.tsx'
import { SiteScreen } from './site-screen.tsx'
import { type SiteParams, siteChanged, useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema' as const

/** The schema of a site as JSON; undefined while it has none. */
const schemaQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId, 'adaptive-schema'],
    queryFn: ({ signal }) =>
      api.get(at, { params: { ...params }, signal }).then(
        ({ jsonSchema }) => JSON.stringify(jsonSchema, null, 2),
        (error: unknown) => {
          if (error instanceof Refused && error.status === 404) return null
          throw error
        },
      ),
  })

const example = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: '', enum: ['free', 'pro'] },
    beta: { type: 'boolean', description: '' },
  },
  additionalProperties: false,
}

/** What a site expects of its visitors, and the conditions that can be made of it. */
export function Adaptive() {
  const words = useWordsOf('audience')
  const { site } = useSite()
  return (
    <SiteScreen title={words.adaptiveTitle} lead={words.adaptiveLead}>
      {site.permissions.create && (
        <>
          <ClaimsSwitch />
          <Schema />
          <Templates />
        </>
      )}
    </SiteScreen>
  )
}

/** Turns what is known of visitors off for the whole site, and on again. */
function ClaimsSwitch() {
  const words = useWordsOf('audience')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const isOn = site.adaptiveContent?.enabled !== false
  const save = useMutation({
    mutationFn: (enabled: boolean) =>
      api.patch('/v1/orgs/{organizationId}/sites/{siteId}', { params, body: { adaptiveContent: { enabled } } }),
    onSuccess: (saved) => siteChanged(queries, params, saved),
  })
  return (
    <div>
      <Switch label={words.claimsOn} isOn={isOn} onChange={save.mutate} disabled={save.isPending} />
      {!isOn && <Notice kind="warning">{words.claimsOffHint}</Notice>}
      {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
    </div>
  )
}

function Schema() {
  const words = useWordsOf('audience')
  const queries = useQueryClient()
  const { site, params } = useSite()
  const { data: stored } = useSuspenseQuery(schemaQuery(params))
  const { form, isChanged, change, clear, clearSent } = useFormDraft(`site-schema/${site.id}`, {
    text: stored ?? JSON.stringify(example, null, 2),
  })
  const parsed = parse(form.text)
  const save = useMutation({
    mutationFn: ({ text }: typeof form) => api.put(at, { params, body: { jsonSchema: parse(text).value as never } }),
    async onSuccess(_, sent) {
      await queries.invalidateQueries({ queryKey: ['site', site.id] })
      clearSent(sent)
    },
  })
  const problem = save.error && schemaProblem(save.error, words)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {stored === null && <Notice kind="info">{words.noSchemaHint}</Notice>}
      <JsonSource
        label={words.schema}
        text={form.text}
        onChange={(text) => {
          save.reset()
          change({ text })
        }}
      />
      {parsed.problem !== undefined && <Notice>{words.schemaFaulty(parsed.problem)}</Notice>}
      {problem && <Notice>{problemText(problem)}</Notice>}
      {save.isSuccess && !isChanged && <Notice kind="success">{words.saved}</Notice>}
      <div className={styles.buttons}>
        <Button
          kind="primary"
          type="submit"
          busy={save.isPending}
          disabled={parsed.problem !== undefined || !(isChanged || stored === null)}
        >
          {words.save}
        </Button>
        {isChanged && <Button onClick={clear}>{words.discard}</Button>}
      </div>
    </form>
  )
}

/** Conditions that can be made of the schema as it is saved. */
function Templates() {
  const words = useWordsOf('audience')
  const { params } = useSite()
  const {
    data: templates = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['site', params.siteId, 'template-conditions'],
    queryFn: async ({ signal }) => (await api.get(`${at}/template-conditions`, { params, signal })).items,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (templates.length === 0) return null
  return (
    <Section title={words.templates}>
      {templates.map(({ description, condition }) => (
        <CopyField key={condition} label={description} value={condition} />
      ))}
    </Section>
  )
}

function parse(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Returns what a refusal says, with the place in the schema that it names. */
function schemaProblem(error: Error, words: WordsOf<'audience'>): Problem {
  const [, path, problem] = /^body\.jsonSchema\.?([^:]*): (.+)$/s.exec(error.message) ?? []
  if (problem === undefined) return refusalOf(error, words)
  const { text, ...rest } = fieldProblem(problem, words)
  return { text: path ? words.schemaProblem(path, text) : text, ...rest }
}
