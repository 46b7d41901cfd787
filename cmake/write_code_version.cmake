# cmake -D ROOT=... -D LIST=... -D HEADER=... -D NAME=... -P write_code_version.cmake: digests the files named in LIST
# and writes HEADER, which defines NAME and stays untouched where the digest is the same.
file(STRINGS ${LIST} names)
set(digests)
foreach(name IN LISTS names)
  file(SHA256 ${ROOT}/${name} digest)
  string(APPEND digests "${digest} ${name}\n")
endforeach()
string(SHA256 version "${digests}")
string(SUBSTRING ${version} 0 12 version)
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define ${NAME} \"${version}\"\n")
