import { Button } from '../../../parts/button.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './customization.module.css'
import { PictureUpload } from './picture-upload.tsx'

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
        <PictureUpload
          label={value ? words.replaceIn(words.themes.light) : words.upload}
          of={label}
          onUploaded={(url) => onChange({ light: url, dark: value && value.dark !== value.light ? value.dark : url })}
        />
        {value && (
          <PictureUpload
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
