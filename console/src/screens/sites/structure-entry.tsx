import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { SignField } from '../../parts/sign-field.tsx'
import { Notice } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import dialog from './site-dialog.module.css'
import { siteChanged, useSite } from './sites-queries.ts'
import type { StructureItem } from './structure-tree.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}' as const

/** Changes the title, the icon, the path and the condition of an entry of a site, as far as it has them. */
export function EditEntry({ item, onClose }: { item: StructureItem; onClose: () => void }) {
  const words = useWordsOf('structure')
  const queries = useQueryClient()
  const { params } = useSite()
  const { id, thing } = item
  const { form, changes, isChanged, change, clear, clearSent } = useFormDraft(`site-entry/${id}`, {
    title: thing.title,
    icon: 'icon' in thing ? (thing.icon ?? '') : '',
    path: 'path' in thing ? thing.path : '',
    condition: 'condition' in thing ? (thing.condition ?? '') : '',
  })
  const save = useMutation({
    mutationFn: ({ title, icon, path, condition }: typeof changes): Promise<unknown> => {
      const named = { ...(title !== undefined && { title }), ...(icon !== undefined && { icon: icon || null }) }
      const shown = {
        ...(path !== undefined && { path }),
        ...(condition !== undefined && { condition: condition.trim() === '' ? null : condition }),
      }
      if (thing.object === 'site-space')
        return api.patch(`${at}/site-spaces/{siteSpaceId}`, {
          params: { ...params, siteSpaceId: id },
          body: shown,
        })
      if (thing.object === 'site-section')
        return api.patch(`${at}/sections/{siteSectionId}`, {
          params: { ...params, siteSectionId: id },
          body: { ...named, ...shown },
        })
      return api.patch(`${at}/section-groups/{siteSectionGroupId}`, {
        params: { ...params, siteSectionGroupId: id },
        body: named,
      })
    },
    async onSuccess(_, sent) {
      clearSent(sent)
      await siteChanged(queries, params)
      onClose()
    },
  })
  const problems = refusedFields(save.error, words, ['title', 'path', 'condition'])
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  return (
    <Dialog open onClose={onClose} title={words.editTitle(item.title)}>
      <form className={dialog.form} onSubmit={submit}>
        {thing.object !== 'site-space' && (
          <>
            <Field
              label={words.title}
              value={form.title}
              required
              error={problems.of('title')}
              onChange={({ target }) => change({ title: target.value })}
            />
            <SignField
              label={words.icon}
              only="icon"
              value={{ icon: form.icon }}
              onChange={({ icon = '' }) => change({ icon })}
            />
          </>
        )}
        {thing.object !== 'site-section-group' && (
          <>
            <Field
              label={words.path}
              hint={words.pathHint}
              value={form.path}
              required
              error={problems.of('path')}
              onChange={({ target }) => change({ path: target.value })}
            />
            <Field
              label={words.condition}
              hint={words.conditionHint}
              placeholder='visitor.claims.plan === "pro"'
              value={form.condition}
              error={problems.of('condition')}
              onChange={({ target }) => change({ condition: target.value })}
            />
          </>
        )}
        {problems.other && <Notice>{problems.other}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
