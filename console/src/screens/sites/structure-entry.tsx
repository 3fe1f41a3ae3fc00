import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Notice } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import dialog from './site-dialog.module.css'
import { siteChanged, useSite } from './sites-queries.ts'
import type { StructureItem } from './structure-tree.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}' as const

/** Changes the title, the path and the condition of an entry of a site, as far as it has them. */
export function EditEntry({ item, onClose }: { item: StructureItem; onClose: () => void }) {
  const words = useWordsOf('structure')
  const queries = useQueryClient()
  const { params } = useSite()
  const { id, thing } = item
  const [title, setTitle] = useState(thing.title)
  const [path, setPath] = useState('path' in thing ? thing.path : '')
  const [condition, setCondition] = useState('condition' in thing ? (thing.condition ?? '') : '')
  const save = useMutation({
    mutationFn: (): Promise<unknown> => {
      const shown = { condition: condition.trim() === '' ? null : condition }
      if (thing.object === 'site-space')
        return api.patch(`${at}/site-spaces/{siteSpaceId}`, {
          params: { ...params, siteSpaceId: id },
          body: { path, ...shown },
        })
      if (thing.object === 'site-section')
        return api.patch(`${at}/sections/{siteSectionId}`, {
          params: { ...params, siteSectionId: id },
          body: { title, path, ...shown },
        })
      return api.patch(`${at}/section-groups/{siteSectionGroupId}`, {
        params: { ...params, siteSectionGroupId: id },
        body: { title },
      })
    },
    async onSuccess() {
      await siteChanged(queries, params)
      onClose()
    },
  })
  const problems = refusedFields(save.error, words, ['title', 'path', 'condition'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.editTitle(item.title)}>
      <form className={dialog.form} onSubmit={submit}>
        {thing.object !== 'site-space' && (
          <Field
            label={words.title}
            value={title}
            required
            error={problems.of('title')}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
        {thing.object !== 'site-section-group' && (
          <>
            <Field
              label={words.path}
              hint={words.pathHint}
              value={path}
              required
              error={problems.of('path')}
              onChange={({ target }) => setPath(target.value)}
            />
            <Field
              label={words.condition}
              hint={words.conditionHint}
              placeholder='visitor.claims.plan === "pro"'
              value={condition}
              error={problems.of('condition')}
              onChange={({ target }) => setCondition(target.value)}
            />
          </>
        )}
        {problems.other && <Notice>{problems.other}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
