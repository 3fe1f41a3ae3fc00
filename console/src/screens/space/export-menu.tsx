import { faEllipsis, faFileArrowDown, faFilePdf, faFileZipper, faPaperclip } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../parts/menu.tsx'
import { Notice } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { inBytes } from './in-bytes.ts'
import { saveArchive } from './save-archive.ts'
import type { ShownState } from './space-queries.ts'
import { FailureToast, Toast } from './toast.tsx'

/** The files of a space, and its content or the open page, as it is shown, as something to keep. */
export function ExportMenu({ space }: { space: Space }) {
  const words = useWordsOf('reading')
  const navigate = useNavigate()
  const { pageId, changeRequestId, revisionId } = useParams({ strict: false })
  const state = { spaceId: space.id, changeRequestId, revisionId }
  const [received, setReceived] = useState(0)
  const [cancelling, setCancelling] = useState<AbortController>()
  const make = useMutation({
    mutationFn(work: (signal: AbortSignal) => Promise<void>) {
      const controller = new AbortController()
      setReceived(0)
      setCancelling(controller)
      return work(controller.signal)
    },
  })
  const pdf = (page?: string) => make.mutate(async (signal) => location.assign(await pdfAddress(state, page, signal)))
  return (
    <>
      <Menu trigger={<IconButton icon={faEllipsis} label={words.exportSpace} disabled={make.isPending} />} align="end">
        <MenuItem
          icon={faPaperclip}
          onSelect={() => void navigate({ to: '/s/$spaceId/files', params: { spaceId: space.id } })}
        >
          {words.files}
        </MenuItem>
        <MenuLine />
        <MenuLabel>{words.exportSpace}</MenuLabel>
        {pageId && (
          <MenuItem icon={faFileArrowDown} onSelect={() => pdf(pageId)}>
            {words.exportPdf}
          </MenuItem>
        )}
        <MenuItem icon={faFilePdf} onSelect={() => pdf()}>
          {words.exportSpacePdf}
        </MenuItem>
        <MenuItem
          icon={faFileZipper}
          onSelect={() => make.mutate((signal) => saveArchive(space, { signal, onProgress: setReceived }))}
        >
          {/* The interface has archives of the live content alone. */}
          {changeRequestId || revisionId ? words.exportLiveArchive : words.exportArchive}
        </MenuItem>
      </Menu>
      {make.isPending && (
        <Toast>
          <Notice kind="info">
            {received === 0 ? words.exporting : words.received(inBytes(received, words.language))}
          </Notice>
          <Button onClick={() => cancelling?.abort()}>{words.cancel}</Button>
        </Toast>
      )}
      {make.error && !cancelling?.signal.aborted && <FailureToast error={make.error} />}
    </>
  )
}

/** Returns the address of a state as PDF, or of one of its pages. */
async function pdfAddress(
  { spaceId, changeRequestId, revisionId }: ShownState,
  page: string | undefined,
  signal: AbortSignal,
) {
  const query = page === undefined ? {} : { page, only: true }
  if (changeRequestId) {
    const path = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf'
    return (await api.get(path, { params: { spaceId, changeRequestId }, query, signal })).url
  }
  const given = { params: { spaceId }, query: { ...query, ...(revisionId && { revision: revisionId }) }, signal }
  return (await api.get('/v1/spaces/{spaceId}/pdf', given)).url
}
