/**
 * The kept shell with the header that the server sends for such a page (`server/http/headers.ts`): this origin may use
 * camera and microphone.
 */
export function withCamera(shell: Response): Response {
  const headers = new Headers(shell.headers)
  const policy = headers.get('permissions-policy')
  if (policy) headers.set('permissions-policy', policy.replace(/\b(camera|microphone)=\(\)/g, '$1=(self)'))
  return new Response(shell.body, { status: shell.status, statusText: shell.statusText, headers })
}
