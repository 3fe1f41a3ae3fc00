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
import { chosenTarget, TargetFields, targetOfKind } from './redirect-target-fields.tsx'
import { type Destination, redirectsKey, spacesIn, useRedirectTargets, useSpaceAtPath } from './redirect-targets.ts'
import dialog from './site-dialog.module.css'
import { useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/redirects' as const

interface RedirectDialogProps {
  /** The redirect to change; undefined for a new one. */
  redirect: SiteRedirect | undefined
  onClose: () => void
}

interface RedirectForm {
  source: string
  /** Undefined until somebody chooses a target for a new redirect. */
  destination: Destination | undefined
  permanent: boolean
}

/** Creates or changes a redirect. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const words = useWordsOf('addresses')
  const queries = useQueryClient()
  const { params } = useSite()
  const { form, changes, change, clear, clearSent } = useFormDraft<RedirectForm>(
    `site-redirect/${params.siteId}/${redirect?.id ?? 'new'}`,
    {
      source: redirect?.source ?? '/',
      destination: redirect?.destination,
      permanent: redirect?.permanent ?? false,
    },
  )
  const targets = useRedirectTargets([...spacesIn([form.destination]), ...useSpaceAtPath(form.source)])
  const destination = chosenTarget(form.destination, targets)
  const hidden = redirect?.draft ? undefined : targets.hiddenBy(form.source, destination)
  const save = useMutation({
    mutationFn({ destination: changed, ...rest }: typeof changes): Promise<unknown> {
      if (!redirect) return api.post(at, { params, body: { ...form, destination } })
      return api.patch(`${at}/{siteRedirectId}`, {
        params: { ...params, siteRedirectId: redirect.id },
        body: { ...rest, ...(changed && { destination: chosenTarget(changed, targets) }) },
      })
    },
    async onSuccess(_, sent) {
      clearSent(sent)
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
    save.mutate(changes)
  }
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
        {hidden && <Notice kind="warning">{words.hidesPage(targets.nameOf(hidden))}</Notice>}
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
