import { useState } from 'react'
import { Field, TextField } from '../../../parts/field.tsx'
import { refusalAt } from '../../../parts/refusals.ts'
import { Tabs } from '../../../parts/tabs.tsx'
import { useWordsOf } from '../../../words/words.ts'
import type { Source } from './specifications-queries.ts'

/** A source as it is filled in. */
export interface TypedSource {
  way: string
  url: string
  text: string
}

export const noSource: TypedSource = { way: 'url', url: '', text: '' }
export const sourceOf = ({ way, url, text }: TypedSource): Source => (way === 'url' ? { url: url.trim() } : { text })

interface SourceFieldsProps {
  typed: TypedSource
  change: (part: Partial<TypedSource>) => void
  error: unknown
}

/** The source of a specification: an address, or a text, which a file can fill in. */
export function SourceFields({ typed, change, error }: SourceFieldsProps) {
  const words = useWordsOf('specifications')
  const [file, setFile] = useState('')
  const wrong = refusalAt(error, 'source', words)
  return (
    <>
      <div>
        <Tabs
          label={words.source}
          value={typed.way}
          options={[
            ['url', words.byAddress],
            ['text', words.byText],
          ]}
          onChoose={(way) => change({ way })}
        />
      </div>
      {typed.way === 'url' ? (
        <Field
          label={words.address}
          hint={words.addressHint}
          error={wrong}
          type="url"
          placeholder="https://example.com/openapi.yaml"
          value={typed.url}
          required
          onChange={({ target }) => change({ url: target.value })}
        />
      ) : (
        <>
          <Field
            label={words.file}
            hint={file}
            type="file"
            accept=".json,.yaml,.yml"
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              setFile(chosen?.name ?? '')
              void chosen?.text().then((text) => change({ text }))
            }}
          />
          <TextField
            label={words.text}
            error={wrong}
            value={typed.text}
            required
            spellCheck={false}
            onChange={({ target }) => change({ text: target.value })}
          />
        </>
      )}
    </>
  )
}
