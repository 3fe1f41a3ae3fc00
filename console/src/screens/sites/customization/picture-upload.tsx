import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { uploadFile } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Notice, problemText, refusalOf } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { useSite } from '../sites-queries.ts'
import { pictureProblem } from './picture-problems.ts'

interface PictureUploadProps {
  label: string
  /** Names the setting that the picture is for. */
  of: string
  onUploaded: (url: string) => void
}

/** Uploads a picture for the looks of the site. */
export function PictureUpload({ label, of, onUploaded }: PictureUploadProps) {
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
      {upload.error && (
        <Notice>{problemText(pictureProblem(upload.error.message, words) ?? refusalOf(upload.error, words))}</Notice>
      )}
    </span>
  )
}
