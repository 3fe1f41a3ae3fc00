import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { redirectsKey, useRedirectTargets } from './redirect-targets.ts'
import { readRedirects } from './redirects-csv.ts'
import dialog from './site-dialog.module.css'
import { useSite } from './sites-queries.ts'

/** Creates or changes many redirects at once, from lines that are pasted, such as those of a table. */
export function PasteRedirects({ onClose }: { onClose: () => void }) {
  const words = useWordsOf('addresses')
  const queries = useQueryClient()
  const { params } = useSite()
  const { find } = useRedirectTargets()
  const { form, change, clear } = useFormDraft(`site-redirects/${params.siteId}`, { text: '' })
  const { lines, faulty } = readRedirects(form.text, find)
  const save = useMutation({
    mutationFn: () =>
      api.put('/v1/orgs/{organizationId}/sites/{siteId}/redirects', { params, body: { redirects: lines } }),
    async onSuccess({ results }) {
      await queries.invalidateQueries({ queryKey: redirectsKey(params) })
      if (results.some(({ status }) => status === 'error')) return
      clear()
      onClose()
    },
  })
  const refused = save.data?.results.flatMap((result) => (result.status === 'error' ? [result] : [])) ?? []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.pasteRedirects} description={words.pasteHint}>
      <form className={dialog.form} onSubmit={submit}>
        <TextField
          label={words.lines}
          placeholder={'/old/page,/new-page\n/shop,https://shop.example.com/,permanent'}
          rows={8}
          value={form.text}
          required
          onChange={({ target }) => {
            save.reset()
            change({ text: target.value })
          }}
        />
        {[...faulty].map(([fault, numbers]) => (
          <Notice key={fault} kind="warning">
            {words.faultyLines(numbers.join(', '), numbers.length)} {words.lineFaults[fault]}
          </Notice>
        ))}
        {refused.map(({ source, error }) => (
          <Notice key={source}>
            {source}: {error}
          </Notice>
        ))}
        {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending} disabled={lines.length === 0}>
            {words.saveRedirects(lines.length)}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
