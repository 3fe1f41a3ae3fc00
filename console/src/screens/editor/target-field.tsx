import type { ContentRef } from '@quire/contracts'
import { Choice, Field } from '../../parts/field.tsx'
import { useWordsOf } from '../../words/words.ts'
import { documentOptions } from '../space/document-options.ts'
import { firstDocument, type Page } from '../space/pages.ts'

interface TargetProps {
  target: ContentRef
  /** The pages of the change request. */
  pages: readonly Page[]
  onChange: (target: ContentRef) => void
}

/** Chooses the target of a link in the tree: an address or a page. A target of another kind stays until then. */
export function TargetField({ target, pages, onChange }: TargetProps) {
  const words = useWordsOf('writing')
  const reviewWords = useWordsOf('changes')
  const isOwnPage = target.kind === 'page' && target.space === undefined
  const kind = target.kind === 'url' ? 'url' : isOwnPage ? 'page' : 'other'
  const choose = (chosen: string) => {
    const page = firstDocument(pages)
    if (chosen === 'url') onChange({ kind: 'url', url: '' })
    else if (chosen === 'page' && page) onChange({ kind: 'page', page: page.id })
  }
  return (
    <>
      <Choice
        label={words.targetKind}
        value={kind}
        options={(['url', 'page', 'other'] as const)
          .filter((one) => one !== 'other' || kind === 'other')
          .map((one) => [one, words.targetKinds[one]] as const)}
        onChange={(event) => choose(event.target.value)}
      />
      {target.kind === 'url' && (
        <Field
          label={reviewWords.fields.target}
          placeholder="https://"
          inputMode="url"
          value={target.url}
          required
          onChange={(event) => onChange({ kind: 'url', url: event.target.value })}
        />
      )}
      {target.kind === 'page' && isOwnPage && (
        <Choice
          label={reviewWords.fields.target}
          value={target.page}
          options={documentOptions(pages, words.untitled)}
          onChange={(event) => onChange({ kind: 'page', page: event.target.value })}
        />
      )}
    </>
  )
}
