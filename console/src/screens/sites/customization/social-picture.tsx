import { Button } from '../../../parts/button.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './customization.module.css'
import { PictureUpload } from './picture-upload.tsx'

interface SocialPictureProps {
  /** The address of the picture; undefined if there is none. */
  value: string | undefined
  onChange: (url: string | undefined) => void
}

/** The picture that other services show beside a link to the site; they have no dark theme. */
export function SocialPicture({ value, onChange }: SocialPictureProps) {
  const words = useWordsOf('customization')
  const label = words.socialPreview
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      <p className={styles.hint}>{words.socialPreviewHint}</p>
      {value && (
        <div>
          <span className={styles.picture}>
            <img src={value} alt={words.socialPreviewNow} />
          </span>
        </div>
      )}
      <div className={styles.buttons}>
        <PictureUpload label={value ? words.replacePicture : words.upload} of={label} onUploaded={onChange} />
      </div>
      {value && (
        <Button kind="quiet" onClick={() => onChange(undefined)} aria-label={`${label}: ${words.removePicture}`}>
          {words.removePicture}
        </Button>
      )}
    </fieldset>
  )
}
