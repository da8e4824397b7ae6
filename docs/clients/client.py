# Prorated loan limits in Python 3.9 or later. The key is in PRORATA_KEY, the address of the service in PRORATA_URL.
#   python3 client.py student.json      prints the answer for one student
#   python3 client.py in.csv out.csv    writes the answer for a file of students
import http.client, json, os, pathlib, shutil, sys, time, urllib.error, urllib.request

URL = os.environ.get("PRORATA_URL", "http://127.0.0.1:3000")
KEY = os.environ.get("PRORATA_KEY") or sys.exit("Put your key into PRORATA_KEY first.")
STALLED = float(os.environ.get("PRORATA_TIMEOUT", "300"))  # Seconds without a byte before giving up.

class Refused(Exception):
    """What the service has refused, by a stable `code` and a message for people; a gateway's own page has no code."""
    def __init__(self, status, text):
        error = json.loads(text) if text.startswith('{"code":') else {"message": text[:200]}
        self.code, self.field_errors = error.get("code"), error.get("field_errors", {})
        super().__init__(f"{status} {self.code or 'of a gateway'}: {error.get('message') or self.field_errors}")

def post(path, content_type, body, attempt=1):
    """Sends again only what got no answer: nobody listened, or the service said when to come back."""
    data = body()
    length = len(data) if isinstance(data, bytes) else os.fstat(data.fileno()).st_size
    headers = {"Authorization": "Bearer " + KEY, "Content-Type": content_type, "Content-Length": str(length)}
    try:
        return urllib.request.urlopen(urllib.request.Request(URL + path, data, headers), timeout=STALLED)
    except urllib.error.HTTPError as error:
        seconds = error.headers["Retry-After"] if error.code == 503 else None
        if seconds is None or attempt == 5:
            raise Refused(error.code, error.read().decode(errors="replace")) from None
    except urllib.error.URLError as error:
        if not isinstance(error.reason, ConnectionRefusedError) or attempt == 5:
            raise
        seconds = 2 ** (attempt - 1)
    print(f"The service takes nothing now; trying again in {seconds} s.", file=sys.stderr, flush=True)
    time.sleep(int(seconds))
    return post(path, content_type, body, attempt + 1)

def calculate(student):
    """One student: a dict in, a dict out."""
    return json.load(post("/v1/calculate", "application/json", lambda: json.dumps(student).encode()))

def calculate_file(source, target):
    """A file to a file, streamed. The answer gets its name once it is whole: one that breaks off raises."""
    part = target + ".part"
    try:
        with post("/v1/calculate/bulk", "text/csv", lambda: open(source, "rb")) as answer, open(part, "wb") as out:
            shutil.copyfileobj(answer, out)
            if answer.length:  # A proxy's answer with a Content-Length, cut short, is no error to Python itself.
                raise http.client.IncompleteRead(b"", answer.length)
        os.replace(part, target)
    finally:
        pathlib.Path(part).unlink(missing_ok=True)

if __name__ == "__main__":
    try:
        if len(sys.argv) == 3:
            calculate_file(*sys.argv[1:])
        else:
            print(json.dumps(calculate(json.load(open(sys.argv[1], encoding="utf-8"))), indent=2))
    except (Refused, OSError, http.client.HTTPException) as error:
        sys.exit(f"Not done: {error!r}")
