import { faEllipsis, faFileArrowDown, faFilePdf, faFileZipper, faPaperclip } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { addressOf, api, request } from '../../api/client.ts'
import { IconButton } from '../../parts/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../parts/menu.tsx'
import { Notice } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { FailureToast, Toast } from './toast.tsx'

/** The files of a space, and its live content or the open page, as it is shown, as something to keep. */
export function ExportMenu({ space }: { space: Space }) {
  const words = useWordsOf('reading')
  const navigate = useNavigate()
  const { pageId, changeRequestId, revisionId: revision } = useParams({ strict: false })
  const params = { spaceId: space.id }
  const make = useMutation({ mutationFn: (work: () => Promise<void>) => work() })
  const pdf = (page?: string) =>
    make.mutate(async () => {
      const query = { ...(page && { page, only: true, revision }) }
      const { url } = await api.get('/v1/spaces/{spaceId}/pdf', { params, query })
      location.assign(url)
    })
  return (
    <>
      <Menu trigger={<IconButton icon={faEllipsis} label={words.exportSpace} disabled={make.isPending} />} align="end">
        <MenuItem icon={faPaperclip} onSelect={() => void navigate({ to: '/s/$spaceId/files', params })}>
          {words.files}
        </MenuItem>
        <MenuLine />
        <MenuLabel>{words.exportSpace}</MenuLabel>
        {pageId && !changeRequestId && (
          <MenuItem icon={faFileArrowDown} onSelect={() => pdf(pageId)}>
            {words.exportPdf}
          </MenuItem>
        )}
        <MenuItem icon={faFilePdf} onSelect={() => pdf()}>
          {words.exportSpacePdf}
        </MenuItem>
        <MenuItem icon={faFileZipper} onSelect={() => make.mutate(() => saveArchive(space))}>
          {words.exportArchive}
        </MenuItem>
      </Menu>
      {make.isPending && (
        <Toast>
          <Notice kind="info">{words.exporting}</Notice>
        </Toast>
      )}
      {make.error && <FailureToast error={make.error} />}
    </>
  )
}

/** Saves the archive as a file. The address takes the console's key, so a plain link to it is not enough. */
async function saveArchive({ id: spaceId, title }: Space) {
  const address = addressOf('/v1/spaces/{spaceId}/export/archive', { spaceId })
  const blob = await (await request('GET', address, {})).blob()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${title || spaceId}.zip`
  link.click()
  URL.revokeObjectURL(link.href)
}
