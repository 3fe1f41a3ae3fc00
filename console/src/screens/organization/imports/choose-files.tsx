import { faFileArrowUp, faXmark } from '@fortawesome/free-solid-svg-icons'
import { type DragEvent, useId, useState } from 'react'
import { IconButton } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './imports.module.css'

interface ChooseFilesProps {
  files: File[]
  onChange: (files: File[]) => void
}

const accepted = '.zip,.md,.markdown,.html,.htm,.docx'

/** The files of an import: an archive by itself, or documents side by side; chosen, or dropped here. */
export function ChooseFiles({ files, onChange }: ChooseFilesProps) {
  const words = useWordsOf('imports')
  const { language } = words
  const id = useId()
  const [isOver, setOver] = useState(false)
  const add = (more: FileList | null) => onChange([...files, ...(more ?? [])])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  const size = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the field within, which the keyboard reaches.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>
        <Icon icon={faFileArrowUp} /> {words.chooseFiles}
      </label>
      <input
        id={id}
        type="file"
        accept={accepted}
        multiple
        onChange={({ target }) => {
          add(target.files)
          target.value = ''
        }}
      />
      <ul className={styles.files}>
        {files.map((file, index) => (
          <li key={`${file.name}-${file.lastModified}`}>
            <span>
              {file.name} ({size.format(file.size / 1e6)})
            </span>
            <IconButton
              icon={faXmark}
              label={words.removeFile(file.name)}
              onClick={() => onChange(files.filter((_, one) => one !== index))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
