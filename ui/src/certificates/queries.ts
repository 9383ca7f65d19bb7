// The calls about one certificate: look it up, its picture, its files.
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client'
import { keyOf, keysOf } from '../api/keys'
import { $api, unwrap } from '../api/query'
import type { components } from '../api/schema'
import { useChange } from '../api/useChange'
import { toast } from '../kit/layers/Toast'
import { saveFile } from '../api/saveFile'
import { fileName, NO_PICTURE } from './rules'

export type Certificate = components['schemas']['Certificate']

const DRAWING = '/api/certificates/public/{certificateId}/image.svg'
const PNG_SCALE = 3

const one = (certificateId: string) => ({ params: { path: { certificateId } } })
/** The query of one certificate. */
export const lookUp = (id: string) => $api.queryOptions('get', '/api/certificates/public/{certificateId}', one(id))

/** Every answer about a certificate, for changes that affect it. */
export const AROUND_CERTIFICATES = keysOf('/api/certificates/public/{certificateId}', '/api/admin/certificates', '/api/users/profile', '/api/users/{id}')

/** Looks a certificate up by what is printed on it; an empty id asks nothing. It may be revoked at any time. */
export const useCertificate = (id: string) => useQuery({ ...lookUp(id), enabled: id !== '', staleTime: 0 })

/**
 * The address of the picture. Browsers send no bearer with a picture, so one that is not everybody's is fetched by a call,
 * and becomes a data: address, which the Content-Security-Policy allows.
 */
export function usePicture({ certificateId, isPrivate, verified }: Certificate) {
  const isPublic = verified && !isPrivate
  const { data, isError } = useQuery({
    queryKey: keyOf(DRAWING, { certificateId }),
    queryFn: async ({ signal }) => dataAddress((await unwrap(client.GET(DRAWING, { ...one(certificateId), parseAs: 'blob', signal }))) as unknown as Blob),
    enabled: !isPublic,
  })
  return isPublic ? { src: DRAWING.replace('{certificateId}', encodeURIComponent(certificateId)), failed: false } : { src: data, failed: isError }
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })
}

type File = { certificate: Certificate; as: 'png' | 'pdf' | 'json'; /** Puts the id into the file's name. */ named?: boolean }

/** Downloads the picture, the document, or the signed credential alone. */
export const useDownload = () =>
  useChange({
    async call({ certificate, as, named }: File) {
      const { path } = one(certificate.certificateId).params
      const file = as === 'json'
        ? client.GET('/api/certificates/public/{certificateId}/credential.json', { params: { path }, parseAs: 'blob' })
        : as === 'pdf'
        ? client.GET('/api/certificates/public/{certificateId}/document.pdf', { params: { path }, parseAs: 'blob' })
        : client.GET('/api/certificates/public/{certificateId}/image.png', { params: { path, query: { scale: PNG_SCALE } }, parseAs: 'blob' })
      saveFile((await unwrap<unknown>(file)) as Blob, fileName(certificate, as, named))
    },
    onRefused: () => toast.error(NO_PICTURE),
  })
