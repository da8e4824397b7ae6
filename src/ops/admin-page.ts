/** The pages of the operator port; `name` and `dashboardPath` are our own and hold no markup. */
export function indexPage(name: string, dashboardPath: string | undefined): string {
  const links = [
    ['/healthz', 'whether the process is alive'],
    ['/readyz', 'whether it can take work, and what it depends on'],
    ['/metrics', 'numbers for Prometheus'],
    ...(dashboardPath === undefined ? [] : [[dashboardPath, 'the queue and its jobs']]),
  ];
  const items = links.map(([path, meaning]) => `<li><a href="${path}">${path}</a> ${meaning}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${name}: operator port</title>
<h1>${name}: operator port</h1>
<ul>
${items.join('\n')}
</ul>
</html>
`;
}
