import { statfs } from 'node:fs/promises';

/** Numbers of file systems (Linux, statfs(2)) whose files others change without the kernel telling of it. */
const REMOTE_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9p: drives of Windows in WSL, folders of a virtual machine's host
  0x786f4256, // folders of VirtualBox's host
  0x65735546, // FUSE: sshfs, rclone
  0x5346414f, // AFS
  0x00c36400, // Ceph
]);

/** Whether a folder lies on another machine, as far as the system says so. @throws the system's error */
export async function isNetworkDrive(path: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform === 'win32') return path.startsWith('\\\\');
  if (platform !== 'linux') return false;
  const { type } = await statfs(path);
  return REMOTE_TYPES.has(type >>> 0);
}
