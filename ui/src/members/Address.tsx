// An e-mail address that breaks before its @, and only where that is not enough, within a word.
export function Address({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <bdi className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}
