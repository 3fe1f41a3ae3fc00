import { Confirm } from '../../parts/confirm.tsx'
import { useWordsOf } from '../../words/words.ts'
import { FileUses } from './file-uses.tsx'

interface DeleteFileProps {
  spaceId: string
  file: { id: string; name: string }
  work: { mutate: () => void; isPending: boolean; error: unknown }
  onClose: () => void
}

/** Asks before a change request that deletes a file, and names the pages that use the file. */
export function DeleteFile({ spaceId, file, work, onClose }: DeleteFileProps) {
  const words = useWordsOf('writing')
  return (
    <Confirm
      title={words.deleteFile(file.name)}
      description={words.deleteFileHint}
      action={words.proposeDeletionNow}
      work={work}
      onClose={onClose}
    >
      <FileUses spaceId={spaceId} fileId={file.id} lead={words.fileUsedBy} unknown={words.fileUsesUnknown} />
    </Confirm>
  )
}
