import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { uploadFile } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { useSite } from '../sites-queries.ts'
import styles from './customization.module.css'

interface Themed {
  light: string
  dark: string
}

interface PicturePairProps {
  label: string
  value: Themed | undefined
  onChange: (value: Themed | undefined) => void
}

/** A picture for the light theme and one for the dark, which is the same one until another is uploaded. */
export function PicturePair({ label, value, onChange }: PicturePairProps) {
  const words = useWordsOf('customization')
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      {value && (
        <div>
          <span className={styles.picture}>
            <img src={value.light} alt={words.pictureIn(words.themes.light)} />
          </span>
          <span className={styles.picture} data-dark>
            <img src={value.dark} alt={words.pictureIn(words.themes.dark)} />
          </span>
        </div>
      )}
      <div className={styles.buttons}>
        <Upload
          label={value ? words.replaceIn(words.themes.light) : words.upload}
          of={label}
          onUploaded={(url) => onChange({ light: url, dark: value && value.dark !== value.light ? value.dark : url })}
        />
        {value && (
          <Upload
            label={words.replaceIn(words.themes.dark)}
            of={label}
            onUploaded={(url) => onChange({ ...value, dark: url })}
          />
        )}
      </div>
      {value && (
        <Button kind="quiet" onClick={() => onChange(undefined)} aria-label={`${label}: ${words.removePicture}`}>
          {words.removePicture}
        </Button>
      )}
    </fieldset>
  )
}

interface UploadProps {
  label: string
  of: string
  onUploaded: (url: string) => void
}

/** Uploads a picture for the looks of the site. */
function Upload({ label, of, onUploaded }: UploadProps) {
  const words = useWordsOf('customization')
  const { params } = useSite()
  const picker = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile('/v1/orgs/{organizationId}/sites/{siteId}/files', params, file),
    onSuccess: ({ url }) => onUploaded(url),
  })
  return (
    <span>
      <Button busy={upload.isPending} onClick={() => picker.current?.click()} aria-label={`${of}: ${label}`}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml,image/x-icon"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
          target.value = ''
        }}
      />
      {upload.error && <Notice>{refusalText(upload.error, words)}</Notice>}
    </span>
  )
}
