import type { SiteRedirect } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Choice, Field, Switch } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Notice } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { firstDocument } from '../space/pages.ts'
import { documentOptions } from './document-options.ts'
import {
  type Destination,
  type LostPart,
  type RedirectTargets,
  redirectsKey,
  useRedirectTargets,
} from './redirect-targets.ts'
import dialog from './site-dialog.module.css'
import { useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/redirects' as const

interface RedirectDialogProps {
  /** The redirect to change; undefined for a new one. */
  redirect: SiteRedirect | undefined
  onClose: () => void
}

/** Creates or changes a redirect. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const words = useWordsOf('addresses')
  const queries = useQueryClient()
  const { params } = useSite()
  const targets = useRedirectTargets()
  const { form, change, clear } = useFormDraft<{ source: string; destination: Destination; permanent: boolean }>(
    `site-redirect/${params.siteId}/${redirect?.id ?? 'new'}`,
    {
      source: redirect?.source ?? '/',
      destination: redirect?.destination ?? firstTarget(targets),
      permanent: redirect?.permanent ?? false,
    },
  )
  const save = useMutation({
    mutationFn: (): Promise<unknown> =>
      redirect
        ? api.patch(`${at}/{siteRedirectId}`, { params: { ...params, siteRedirectId: redirect.id }, body: form })
        : api.post(at, { params, body: form }),
    async onSuccess() {
      clear()
      await queries.invalidateQueries({ queryKey: redirectsKey(params) })
      onClose()
    },
  })
  const problems = refusedFields(save.error, words, ['source', 'destination'])
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const { destination } = form
  return (
    <Dialog open onClose={onClose} title={redirect ? words.editRedirect(redirect.source) : words.addRedirect}>
      <form className={dialog.form} onSubmit={submit}>
        <Field
          label={words.source}
          hint={words.sourceHint}
          value={form.source}
          required
          error={problems.of('source')}
          onChange={({ target }) => change({ source: target.value })}
        />
        <Choice
          label={words.leadsTo}
          value={destination.kind}
          options={[
            ['site-page', words.targets['site-page']],
            ['site-space', words.targets['site-space']],
            ...(targets.sections.length > 0 ? [['site-section', words.targets['site-section']] as const] : []),
            ['external', words.targets.external],
          ]}
          onChange={({ target }) => change({ destination: targetOfKind(target.value, targets) })}
        />
        <TargetFields
          destination={destination}
          targets={targets}
          problem={problems.of('destination')}
          onChange={(destination) => change({ destination })}
        />
        <Switch label={words.permanentLabel} isOn={form.permanent} onChange={(permanent) => change({ permanent })} />
        {problems.other && <Notice>{problems.other}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

interface TargetFieldsProps {
  destination: Destination
  targets: RedirectTargets
  problem: string | undefined
  onChange: (destination: Destination) => void
}

function TargetFields({ destination, targets, problem, onChange }: TargetFieldsProps) {
  const words = useWordsOf('addresses')
  const lost = targets.lostPart(destination)
  /** Returns the error of the choice of a part, and its options, among which a lost one has no title. */
  const choices = (part: LostPart, value: string, options: readonly (readonly [string, string])[]) =>
    lost === part
      ? { value, error: words.lostTargets[part], options: [[value, '–'] as const, ...options] }
      : { value, options }
  if (destination.kind === 'external')
    return (
      <Field
        label={words.targetAddress}
        type="url"
        placeholder="https://"
        value={destination.url}
        required
        error={problem}
        onChange={({ target }) => onChange({ kind: 'external', url: target.value })}
      />
    )
  if (destination.kind === 'site-section')
    return (
      <Choice
        label={words.targets['site-section']}
        {...choices(
          'site-section',
          destination.siteSectionId,
          targets.sections.map(({ id, title }) => [id, title]),
        )}
        onChange={({ target }) => onChange({ kind: 'site-section', siteSectionId: target.value })}
      />
    )
  const { siteSpaceId } = destination
  return (
    <>
      <Choice
        label={words.space}
        {...choices(
          'site-space',
          siteSpaceId,
          targets.spaces.map(({ id, title }) => [id, title || words.untitled]),
        )}
        onChange={({ target }) =>
          onChange(
            destination.kind === 'site-page'
              ? {
                  kind: 'site-page',
                  siteSpaceId: target.value,
                  pageId: firstDocument(targets.pagesOf(target.value))?.id ?? '',
                }
              : { kind: 'site-space', siteSpaceId: target.value },
          )
        }
      />
      {destination.kind === 'site-page' && (
        <Choice
          label={words.targets['site-page']}
          {...choices('site-page', destination.pageId, documentOptions(targets.pagesOf(siteSpaceId), words.untitled))}
          onChange={({ target }) => onChange({ kind: 'site-page', siteSpaceId, pageId: target.value })}
        />
      )}
      {problem && <Notice>{problem}</Notice>}
    </>
  )
}

/** What a new redirect leads to at first: the first page of the site, or an address if it has none. */
const firstTarget = (targets: RedirectTargets): Destination => targetOfKind('site-page', targets)

function targetOfKind(kind: string, { sections, spaces, pagesOf }: RedirectTargets): Destination {
  const [section, space] = [sections[0], spaces[0]]
  const page = space && firstDocument(pagesOf(space.id))
  if (kind === 'site-section' && section) return { kind, siteSectionId: section.id }
  if (kind === 'site-page' && space && page) return { kind, siteSpaceId: space.id, pageId: page.id }
  if ((kind === 'site-space' || kind === 'site-page') && space) return { kind: 'site-space', siteSpaceId: space.id }
  return { kind: 'external', url: '' }
}
