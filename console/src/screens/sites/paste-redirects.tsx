import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { requestProblem } from '../../parts/field-problems.ts'
import { Notice, problemText, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import { type RedirectTargets, redirectsKey, useRedirectTargets } from './redirect-targets.ts'
import { type RedirectLine, readRedirects } from './redirects-csv.ts'
import { saveRedirects } from './save-redirects.ts'
import dialog from './site-dialog.module.css'
import { useSite } from './sites-queries.ts'

/** Creates or changes many redirects at once, from lines that are pasted, such as those of a table. */
export function PasteRedirects({ onClose }: { onClose: () => void }) {
  const words = useWordsOf('addresses')
  const queries = useQueryClient()
  const { params } = useSite()
  const { form, change, clearSent } = useFormDraft(`site-redirects/${params.siteId}`, { text: '' })
  const targets = useRedirectTargets(form.text === '' ? [] : 'all')
  const { lines, faulty } = readRedirects(form.text, targets.find)
  const { of, read, failed } = targets.reading
  // Until all pages are there, a path without one may have one.
  const isReading = read < of
  const [sent, setSent] = useState(0)
  const save = useMutation({
    mutationFn: (_: typeof form) => saveRedirects(params, lines, setSent),
    onMutate: () => setSent(0),
    onSettled: () => queries.invalidateQueries({ queryKey: redirectsKey(params) }),
    onSuccess(refused, sent) {
      if (refused.length > 0) return
      clearSent(sent)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
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
        {isReading && <Notice kind="info">{words.readingPages(read, of)}</Notice>}
        {failed > 0 && <Notice kind="warning">{words.unreadSpaces(failed)}</Notice>}
        {(isReading ? [] : [...faulty]).map(([fault, numbers]) => (
          <Notice key={fault} kind="warning">
            {words.faultyLines(numbers.join(', '), numbers.length)} {words.lineFaults[fault]}
          </Notice>
        ))}
        {!isReading && <HiddenPages lines={lines} targets={targets} />}
        {(save.isPending || save.isError) && sent > 0 && (
          <Notice kind="info">{words.savingRedirects(sent, lines.length)}</Notice>
        )}
        {save.data?.map(({ source, error }) => (
          <Notice key={source}>
            {source}: {problemText(requestProblem(error, words.refusedHint, words))}
          </Notice>
        ))}
        {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending} disabled={isReading || lines.length === 0}>
            {words.saveRedirects(lines.length)}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** The most pages that are named; the number of the others follows. */
const maxNamed = 10

/** Says which pages visitors will no longer reach at their paths. */
function HiddenPages({ lines, targets }: { lines: readonly RedirectLine[]; targets: RedirectTargets }) {
  const words = useWordsOf('addresses')
  const hidden = lines.flatMap(({ source, destination }) => {
    const page = targets.hiddenBy(source, destination)
    return page ? [`${targets.nameOf(page)} (${source})`] : []
  })
  if (hidden.length === 0) return null
  const more = hidden.length - maxNamed
  return (
    <Notice kind="warning">
      {words.hidesPages(hidden.length)} {hidden.slice(0, maxNamed).join(', ')}
      {more > 0 && ` ${words.andMore(more)}`}
    </Notice>
  )
}
