import type { EditorView } from '@codemirror/view'
import {
  faBold,
  faCode,
  faHeading,
  faImage,
  faItalic,
  faLink,
  faListUl,
  faQuoteLeft,
} from '@fortawesome/free-solid-svg-icons'
import { useRef } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './editor-screen.module.css'
import { prefixLines, wrapWith } from './markdown-commands.ts'

interface BarProps {
  run: (command: (editor: EditorView) => boolean) => void
  insert: (files: readonly File[]) => void
}

/** The buttons above a text, which format what is selected and insert files. */
export function FormattingBar({ run, insert }: BarProps) {
  const words = useWordsOf('writing')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.tools} role="toolbar" aria-label={words.formatting}>
      <IconButton icon={faHeading} label={words.heading} onClick={() => run(prefixLines('## '))} />
      <IconButton icon={faBold} label={`${words.bold} (Ctrl B)`} onClick={() => run(wrapWith('**'))} />
      <IconButton icon={faItalic} label={`${words.italic} (Ctrl I)`} onClick={() => run(wrapWith('_'))} />
      <IconButton icon={faCode} label={`${words.codeWord} (Ctrl E)`} onClick={() => run(wrapWith('`'))} />
      <IconButton icon={faLink} label={words.link} onClick={() => run(wrapWith('[', '](https://)'))} />
      <IconButton icon={faListUl} label={words.list} onClick={() => run(prefixLines('- '))} />
      <IconButton icon={faQuoteLeft} label={words.quote} onClick={() => run(prefixLines('> '))} />
      <IconButton icon={faImage} label={words.insertFile} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          insert([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
