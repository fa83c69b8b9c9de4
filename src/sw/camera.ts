/** The kept shell as the server would have sent it to such a page (`server/http/headers.ts`): camera and microphone are this origin's own. */
export function withCamera(shell: Response): Response {
  const headers = new Headers(shell.headers)
  const policy = headers.get('permissions-policy')
  if (policy) headers.set('permissions-policy', policy.replace(/\b(camera|microphone)=\(\)/g, '$1=(self)'))
  return new Response(shell.body, { status: shell.status, statusText: shell.statusText, headers })
}
