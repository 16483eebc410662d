import { useMutation } from '@tanstack/react-query'
import { logout } from './logout.ts'

export const useLogout = () => useMutation({ networkMode: 'always', mutationFn: logout })
