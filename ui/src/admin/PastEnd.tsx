// Leads from a page beyond the end of a list to the last one.
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useQueryLink } from '../lib/queryState'
import { toast } from '../kit/layers/Toast'

/** Says which page is missing: somebody typed it, or its last entry is gone. */
export function PastEnd({ page, last }: { page: number; last: number }) {
  const link = useQueryLink({ page: '1' })
  useEffect(() => {
    toast(`There is no page ${page.toLocaleString()}. This is the last one.`)
  }, [page])
  return <Navigate replace to={link({ page: String(last) })} />
}
