#!/usr/bin/env python3
"""Checks an archive of evidence, by docs/evidence-archive.md alone: it shares no code with the program that made it.

Exit code 0: everything holds. 1: something does not, and each line that begins with WRONG says what. 2: a wrong call.
"""
import argparse
import base64
import hashlib
import json
import sys
import zipfile
import zlib
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone

# Ed25519, RFC 8032: only what checking a signature takes. Points are in extended coordinates (X, Y, Z, T).
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)

def point_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)

def point_times(n, p):
    total = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            total = point_add(total, p)
        p, n = point_add(p, p), n >> 1
    return total

def point_of(encoded):
    """The point that 32 bytes stand for, or None."""
    sign, y = divmod(int.from_bytes(encoded, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)

BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))

def is_signed(key, message, signature):
    """Whether `signature` (64 bytes) is that of the key (32 bytes) over the message."""
    a, r = point_of(key), point_of(signature[:32]) if len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = point_times(s, BASE), point_add(r, point_times(k, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))

def read_key(pem):
    """The 32 bytes of an Ed25519 public key in PEM."""
    der = base64.b64decode("".join(line for line in pem.decode("ascii").splitlines() if not line.startswith("-----")))
    if len(der) != 44 or not der.startswith(DER_HEAD):
        raise ValueError("this is no Ed25519 public key")
    return der[-32:]

# The fields of an op's header, in the order in which they are hashed.
HEADER = "op_id attempt_id lease_id seq type key body_hash boot_id mono_ms wall_ms anchor_id est_server_ms".split()
WITHOUT_BODY = ("too_large", "after_finish", "log_full")
DER_HEAD = bytes.fromhex("302a300506032b6570032100")
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

def sha256(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()

def signature_of(receipt):
    return base64.urlsafe_b64decode(receipt["receipt"] + "=" * (-len(receipt["receipt"]) % 4))

def receipt_text(receipt):
    """The bytes that were signed; the time is in milliseconds since 1970."""
    at = datetime.strptime(receipt["time"], "%Y-%m-%dT%H:%M:%S.%f%z") - EPOCH
    facts = [receipt[name] for name in ("attempt_id", "lease_id", "head_seq", "head_hash")]
    return "|".join(str(fact) for fact in [*facts, at // timedelta(milliseconds=1), receipt["server_epoch"]]).encode()

class Checker:
    def __init__(self, archive, own_key):
        self.zip, self.key, self.counts, self.wrong, self.hashes, self.keys = archive, own_key, Counter(), [], {}, {}

    def find(self, where, what):
        self.wrong.append(f"{where}: {what}")

    def guarded(self, where, check, *given):
        """A file that is not of the form that the page describes is a finding, and not the end of the check."""
        try:
            return check(*given)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            self.find(where, f"it is not as it should be ({type(error).__name__}: {error})")

    def read(self, path):
        """A file's bytes: none where it is not there or damaged, which is then told."""
        try:
            return self.zip.read(path)
        except KeyError:
            self.find(path, "it is missing")
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            self.find(path, f"it is damaged ({error})")
        return b""

    def read_json(self, path):
        return self.guarded(path, lambda: json.loads(self.read(path).decode()))

    def read_lines(self, path):
        for number, line in enumerate(self.read(path).split(b"\n")[:-1], 1):
            found = self.guarded(f"{path}, line {number}", lambda line=line: json.loads(line.decode()))
            if isinstance(found, dict):
                yield found

    def archive(self):
        """The signature, the manifest, the files it lists, and each test."""
        signed, signature, own_key = self.read("manifest.json"), self.read("manifest.sig"), self.key
        self.key = self.guarded("receipt_key.pem", read_key, self.read("receipt_key.pem")) or bytes(32)
        if own_key and own_key != self.key:
            self.find("receipt_key.pem", "it is not the key that you gave")
        self.key = own_key or self.key
        if not is_signed(self.key, signed, signature):
            self.find("manifest.sig", "it is not the signature of manifest.json by that key")
        manifest = json.loads(signed.decode())
        if manifest["holdfast_evidence"] != 1:
            raise ValueError("it is not of version 1")
        listed, pictures = {file["path"]: file for file in manifest["files"]}, defaultdict(list)
        for path, times in Counter(self.zip.namelist()).items():
            if times > 1:
                self.find(path, "it is there more than once")
            if path not in listed and path not in ("manifest.json", "manifest.sig"):
                self.find(path, "it is not in the manifest")
        for path, file in listed.items():
            data = self.read(path)
            if (len(data), sha256(data)) != (file["bytes"], file["sha256"]):
                self.find(path, "it is not the file that was signed")
            pictures[path.split("/pictures/")[0]].append(path)
            self.counts["files"] += 1
        for attempt in manifest["attempts"]:
            self.guarded(attempt["folder"], self.attempt, attempt, pictures[attempt["folder"]])
        return manifest

    def attempt(self, entry, listed):
        folder, ref = entry["folder"], entry["ref"]
        facts, verdicts = self.read_json(f"{folder}/attempt.json"), self.read_json(f"{folder}/verdicts.json")
        if (facts["ref"], facts["head_seq"], facts["head_hash"]) != (ref, entry["head_seq"], entry["head_hash"]):
            self.find(f"{folder}/attempt.json", "it is of another test, or of another state of it")
        for finding in facts["findings"]:
            self.find(folder, f"the server itself says: {finding}")
        leases = {lease["lease_id"]: lease for lease in facts["leases"]}
        stamps = {stamp["seq"]: stamp for stamp in verdicts["ops"]}
        ops, hashes = self.log(f"{folder}/ops.jsonl", ref, leases, stamps)
        self.hashes[ref] = hashes
        if (max(hashes), hashes[max(hashes)]) != (facts["head_seq"], facts["head_hash"]):
            self.find(f"{folder}/ops.jsonl", f"it ends with change {max(hashes)}, and not with the head of the log")
        for lease in leases.values():
            if hashes.get(lease["granted_head_seq"]) != lease["granted_head_hash"]:
                self.find(f"{folder}/attempt.json", f"lease {lease['epoch']} was granted on a change that is not there")
        self.keys[ref] = [read_key(origin["receipt_key"].encode()) for origin in facts.get("moved_from", [])]
        for origin, key in zip(facts.get("moved_from", []), self.keys[ref]):
            print(f"{folder}: changes up to {origin['head_seq']} are of the key {sha256(DER_HEAD + key)}: compare it")
        for receipt in self.read_lines(f"{folder}/receipts.jsonl"):
            self.guarded(f"{folder}/receipts.jsonl", self.receipt, f"{folder}/receipts.jsonl", receipt, ref)
        aside = self.aside(f"{folder}/quarantine.jsonl", leases)
        self.guarded(f"{folder}/verdicts.json", self.verdicts, f"{folder}/verdicts.json", verdicts, ops, aside)
        self.pictures(folder, facts["pictures"], ops.values(), stamps, listed)
        report = self.read_json(f"{folder}/report.json")
        told = (report["drive_id"], report["candidate_id"], report["score"]["obtained_score"])
        if told != (facts["drive_id"], facts["candidate_id"], facts["score"] or 0):
            self.find(f"{folder}/report.json", "its drive, candidate or score is not that of attempt.json")
        self.counts["tests"] += 1

    def op_of(self, path, name, line):
        """An op as its header and body; None where its own hash does not hold."""
        header = dict(zip(HEADER, json.loads(line["header"]), strict=True))
        if sha256(line["prev_hash"] + line["header"]) != line["hash"] or line["seq"] != header["seq"]:
            return self.find(path, f"{name}: its header is not the one that was hashed")
        return {**header, "body": line["body"], "is_whole": sha256(line["body"] or "") == header["body_hash"]}

    def log(self, path, ref, leases, stamps):
        """The ops by their seq, and the hash of the log at each; the chain is walked op by op."""
        start = [lease["granted_head_hash"] for lease in leases.values() if lease["granted_head_seq"] == 0]
        ops, hashes, seq = {}, {0: (start or [""])[0]}, 0
        for line in self.read_lines(path):
            if line["seq"] != seq + 1:
                self.find(path, f"change {seq + 1} is missing: change {line['seq']} stands in its place")
            before, seq = hashes[seq], line["seq"]
            name, stamp, hashes[seq] = f"change {seq}", stamps.get(seq, {}), line["hash"]
            ops[seq] = op = self.guarded(path, self.op_of, path, name, line)
            self.counts["changes"] += 1
            if stamp.get("hash") != line["hash"]:
                self.find(path, f"{name}: verdicts.json has no verdict on it")
            if op is None:
                continue
            lease = leases.get(op["lease_id"])
            if lease is None or op["attempt_id"] != ref:
                self.find(path, f"{name}: it is of another test, or of a device that never had this one")
            elif lease["granted_head_seq"] == seq - 1:
                before = sha256("|".join([ref, lease["lease_id"], lease["nonce"], lease["granted_head_hash"]]))
            if line["prev_hash"] != before:
                self.find(path, f"{name}: it does not follow the change before it")
            if op["body"] is None and stamp.get("reason") not in WITHOUT_BODY:
                self.find(path, f"{name}: its body is gone")
            if op["body"] is not None and not op["is_whole"] and stamp.get("reason") != "bad_body":
                self.find(path, f"{name}: its body is not the one that was hashed")
        return ops, hashes

    def receipt(self, path, receipt, ref=None):
        """A receipt, held against the log of its test."""
        name, hashes = f"the receipt of change {receipt['head_seq']}", self.hashes.get(receipt["attempt_id"])
        keys = [self.key, *self.keys.get(receipt["attempt_id"], [])]
        if len(signature_of(receipt)) != 64:
            print(f"{path}: {name} was given while the test ran: only its server can tell whether it is genuine")
        elif not any(is_signed(key, receipt_text(receipt), signature_of(receipt)) for key in keys):
            self.find(path, f"{name} is not signed by that key")
        if hashes is None or ref not in (None, receipt["attempt_id"]):
            self.find(path, f"{name} is of a test that is not here")
        elif hashes.get(receipt["head_seq"]) != receipt["head_hash"]:
            self.find(path, f"{name} proves a change that the log does not hold")
        self.counts["receipts"] += 1

    def aside(self, path, leases):
        """The ops beside the log, by their id."""
        found = defaultdict(list)
        for line in self.read_lines(path):
            name = f"work beside the log, change {line['seq']}"
            op = self.guarded(path, self.op_of, path, name, line)
            if op is None or op["lease_id"] not in leases or op["lease_id"] != line["lease_id"]:
                self.find(path, f"{name}: it cannot be read, or is of a device that never had this test")
            else:
                found[op["op_id"]].append(op)
            self.counts["changes beside the log"] += 1
        return found

    def verdicts(self, path, verdicts, ops, aside):
        if [stamp["seq"] for stamp in verdicts["ops"]] != list(ops):
            self.find(path, "it does not name each change once, in its order")
        known = {op["op_id"]: [op] for op in ops.values() if op}
        for submission in verdicts["submissions"]:
            origin, tests = submission["op_id"], submission["tests"]
            if submission["kind"] == "final" and origin.startswith("draft-"):
                made_by = [ops.get(int(origin[6:]))]
            else:
                origin = origin.removeprefix("adopted-") if submission["kind"] == "final" else origin
                made_by = known.get(origin, []) + aside.get(origin, [])
            bodies = [json.loads(op["body"]) for op in made_by if op and op["is_whole"]]
            told = [submission[name] for name in ("problem_id", "language_id", "source")]
            if not any(told == [body["problem_id"], body["language_id"], body.get("source_code", body.get("answer"))]
                       for body in bodies):
                self.find(path, f"submission {submission['id']} is not a program that the candidate wrote")
            if submission["judged_at"] and tests and (
                    sum(test["marks"] for test in tests), sum(test["is_passed"] for test in tests)) != (
                    submission["marks"], submission["passed_testcases"]):
                self.find(path, f"the marks of submission {submission['id']} are not those of its tests")
            self.counts["submissions"] += 1
        for decision in verdicts["decisions"]:
            if decision["op_id"] not in known and decision["op_id"] not in aside:
                self.find(path, f"staff decided about {decision['op_id']}, which is not here")

    def pictures(self, folder, pictures, ops, stamps, listed):
        files = {f"{folder}/{picture['file']}": picture["sha256"] for picture in pictures if picture["file"]}
        for path, name in files.items():
            if sha256(self.read(path)) != name:
                self.find(path, "it is not the picture whose hash it is named by")
            self.counts["pictures"] += 1
        for path in set(listed) - set(files):
            self.find(path, "attempt.json does not name this picture")
        known = {picture["sha256"] for picture in pictures}
        for op in ops:
            if op and op["type"] == "snapshot_taken" and op["is_whole"] and stamps[op["seq"]]["result"] != "rejected":
                if json.loads(op["body"])["sha256"] not in known:
                    self.find(folder, f"the picture that change {op['seq']} names is not in attempt.json")

def main():
    parser = argparse.ArgumentParser(description="Checks an archive of evidence.")
    parser.add_argument("archive", help="the ZIP file")
    parser.add_argument("--key", help="a public key in PEM, got from elsewhere: the archive must be signed with it")
    parser.add_argument("--receipt", action="append", default=[], help="a receipt as a candidate downloaded it")
    given = parser.parse_args()
    try:
        own_key = read_key(open(given.key, "rb").read()) if given.key else None
        receipts = [(path, json.load(open(path, encoding="utf-8"))) for path in given.receipt]
        checker = Checker(zipfile.ZipFile(given.archive), own_key)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        print(f"WRONG it cannot be read: {error}")
        return 1
    manifest = checker.guarded("manifest.json", checker.archive) or {}
    for path, receipt in receipts:
        checker.guarded(path, checker.receipt, path, receipt)
    print(f"Made {manifest.get('made_at')} for {manifest.get('organization')}: {manifest.get('drive')}")
    print("Checked " + ", ".join(f"{n} {what}" for what, n in checker.counts.items()))
    print(f"Key {sha256(DER_HEAD + checker.key)}" + ("" if own_key else " (from the archive itself: compare it)"))
    print("\n".join(f"WRONG {wrong}" for wrong in checker.wrong) or "Everything holds.")
    return 1 if checker.wrong else 0

if __name__ == "__main__":
    sys.exit(main())
