import { useFileDownload } from '../download/useFileDownload.ts'

/** A problem as a file that another Holdfast, or another system of the ICPC form, reads. */
export function usePackageDownload(problemId: number) {
  const { mutate, isPending } = useFileDownload()
  return { isPending, download: () => mutate({ call: 'getProblemPackage', params: { id: problemId } }) }
}
